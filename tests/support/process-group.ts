import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command and everything it spawned, ended together. */
export interface ProcessGroup {
  /** What the command printed so far, both streams. */
  output(): string;
  /** Whether the command is still there. */
  isRunning(): boolean;
  /** Ends the whole group and waits for it; a second call waits for the first. */
  stop(): Promise<void>;
}

// The shell reads our end of a pipe. When it closes, by stop() or because this process died (even by SIGKILL), the
// shell ends its own group and the command's (gcloud makes itself a leader) and removes the scratch folder. A trapped
// signal, unlike an ignored one, is not inherited.
const groupScript = `
  trap : TERM INT HUP PIPE
  scratch="$1"; shift
  "$@" </dev/null &
  command=$!
  exec 3<&0
  (cat <&3 >/dev/null; kill -TERM -$command 2>/dev/null; kill -TERM 0) &
  while kill -0 $command 2>/dev/null; do wait $command; done
  kill -TERM -$command 2>/dev/null
  kill -TERM 0
  wait; wait
  cd / && rm -rf "$scratch"
`;

/** Starts a command in a group of its own, in the folder `scratch`, which is removed when the group has ended. */
export function startProcessGroup(
  command: readonly string[],
  { scratch, env }: { scratch: string; env?: NodeJS.ProcessEnv },
): ProcessGroup {
  const child = spawn('sh', ['-c', groupScript, 'sh', scratch, ...command], {
    detached: true,
    cwd: scratch,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  // Writing to a shell that has gone is no error of ours.
  child.stdin.on('error', () => {});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  let stopped: Promise<void> | undefined;
  return {
    output: () => output,
    isRunning: () => isRunning(child),
    stop: () => (stopped ??= stopGroup(child)),
  };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  // 'close' comes when the last process that holds our pipes has gone, not only the shell.
  const closed = once(child, 'close');
  child.stdin?.end();
  await closed;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
