import { format } from 'node:util';
import { checkOptionNames } from '../../protocol/index.js';
import { getRuntime } from '../runtime.js';
import { onSessionReset, session } from '../session/session.js';
import { logLine } from './log-line.js';

/** What {@link captureLogs} takes. */
export interface CaptureLogsOptions {
  /** Whether what is written with `console` is captured too; it is printed all the same. @default true */
  console?: boolean;
}

const methods = ['debug', 'log', 'info', 'warn', 'error'] as const;
const captured = Symbol.for('app-test.captured-console.v1');

/**
 * Keeps the last log lines of each session in memory, so that a failed test can show those of its own: at most 1000 lines and
 * 256 KiB for each. Lost on `session.reset()`.
 *
 * @returns Its undo.
 * @throws {AppTestError} `OPTION_UNKNOWN`.
 * @example
 * ```ts
 * import { captureLogs, logLine } from 'app-test/server';
 * captureLogs(); // what console writes
 * logger.on('data', (entry) => logLine(entry.message)); // and what a logger of your own writes
 * ```
 */
export function captureLogs(options: CaptureLogsOptions = {}): () => void {
  checkOptionNames('captureLogs()', options, ['console']);
  getRuntime().logs ??= new Map();
  const undo = options.console === false ? () => {} : captureConsole();
  return () => {
    undo();
    getRuntime().logs = undefined;
  };
}

onSessionReset(() => {
  getRuntime().logs = undefined;
});

function captureConsole(): () => void {
  const undo = methods.map((method) => {
    const original = console[method] as typeof console.log & { [captured]?: true };
    if (original[captured] === true) return () => {};
    const wrapper = Object.assign(
      function (this: unknown, ...args: unknown[]): void {
        original.apply(this, args);
        if (session.isActive()) logQuietly(args);
      },
      { [captured]: true },
    );
    console[method] = wrapper;
    return () => {
      if (console[method] === wrapper) console[method] = original;
    };
  });
  return () => undo.forEach((restore) => restore());
}

/** What a getter of a logged object throws was printed already, or will be: it is the app's own. */
function logQuietly(args: unknown[]): void {
  try {
    logLine(format(...args));
  } catch {
    // console.log itself survives it.
  }
}
