import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A script of this repository, running. */
export interface RunningScript {
  pid: number;
  /** What it printed so far, both streams. */
  output(): string;
  /** Resolves to the text's first group, once it was printed; rejects when the script ended before. */
  printed(pattern: RegExp): Promise<string>;
  /** Resolves to the exit code once the script has ended and its streams are closed. */
  ended: Promise<number | null>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

interface ScriptOptions {
  env?: Record<string, string>;
  args?: string[];
  /** The size that no file it writes may exceed, in blocks of 512 bytes. */
  fileBlocks?: number;
}

/** Starts a script as `npm run` would, or one of the built package, with nothing of app-test in its environment but what is given. */
export function startScript(
  file: string,
  { env = {}, args = [], fileBlocks }: ScriptOptions = {},
): RunningScript {
  const loader = file.endsWith('.js') ? [] : ['--import', 'tsx'];
  const limit = `ulimit -f ${fileBlocks ?? 'unlimited'}; exec "$@"`;
  const child = spawn('sh', ['-c', limit, 'sh', process.execPath, ...loader, file, ...args], {
    cwd: root,
    env: { ...cleanEnvironment(), FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('printed');
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid!,
    output: () => output,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(output);
          if (found !== null) resolve(found[1] ?? found[0]);
        };
        child.on('printed', look);
        look();
        void ended.then((code) =>
          reject(new Error(`${file} ended with ${code} before ${pattern}:\n${output}`)),
        );
      }),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return await ended;
    },
  };
}

/** What a developer's shell has, without what this test run itself was given. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = /^(APP_TEST|TEST_|PLAYWRIGHT|PW_|DATASTORE_|KUBERNETES_|NODE_ENV$|PORT$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
