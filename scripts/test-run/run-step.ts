import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

let current: ChildProcess | undefined;
let interrupted = false;

/** Whether the run was asked to end: no further step is to begin. */
export function isInterrupted(): boolean {
  return interrupted;
}

/** From now on the first Ctrl-C or SIGTERM asks the step that runs to end in good order; the caller cleans up. */
export function handleInterrupts(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A terminal and npm both send one. A second SIGINT would make Playwright drop everything.
      if (!interrupted) current?.kill('SIGINT');
      interrupted = true;
    });
  }
}

/** Runs a command of Node's in the repository's root, its output on ours, and returns its exit code. */
export async function runStep(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (interrupted) return 130;
  current = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: 'inherit',
    // Signals come from handleInterrupts alone, once each.
    detached: true,
  });
  const [code] = await once(current, 'exit');
  current = undefined;
  return (code as number | null) ?? 1;
}
