import { spawn } from '@lydell/node-pty';

/** A program that was started in a terminal of its own. */
export interface TerminalProgram {
  pid: number;
  /** All that is on the screen, and was. */
  screen(): string;
  /** Resolves to the text's first group, once it is on the screen; rejects when the program ended before. */
  shows(pattern: RegExp): Promise<string>;
  type(text: string): void;
  kill(signal: NodeJS.Signals): void;
  /** Resolves to the exit code. */
  ended: Promise<number>;
}

/** Starts a program in a pseudo-terminal. */
export function startInTerminal(
  command: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): TerminalProgram {
  const pty = spawn(command[0]!, command.slice(1), { cwd, env, cols: 200, rows: 50 });
  let screen = '';
  const looking = new Set<() => void>();
  pty.onData((text) => {
    screen += text;
    for (const look of looking) look();
  });
  const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    pid: pty.pid,
    screen: () => screen,
    ended,
    type: (text) => pty.write(text),
    kill: (signal) => process.kill(pty.pid, signal),
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(screen);
          if (found === null) return;
          looking.delete(look);
          resolve(found[1] ?? found[0]);
        };
        looking.add(look);
        look();
        void ended.then((code) =>
          reject(new Error(`It ended with ${code} and never showed ${pattern}:\n${screen}`)),
        );
      }),
  };
}
