import type { MirrorOptions } from '../../mirror/options.js';
import { runMirror } from '../../mirror/run-mirror.js';
import { Progress } from './progress.js';

/** Copies, and shows how it goes. Returns false if Ctrl-C ended it. */
export async function mirrorAtTerminal(options: MirrorOptions): Promise<boolean> {
  const interruption = new AbortController();
  // A second one ends the process, as without us.
  const interrupt = (): void => interruption.abort();
  process.once('SIGINT', interrupt);
  const { stdout } = process;
  const progress = new Progress({
    write: (text) => stdout.write(text),
    isTTY: stdout.isTTY,
    columns: stdout.columns ?? 80,
  });
  try {
    await runMirror(options, progress, interruption.signal);
    return true;
  } catch (error) {
    progress.stop();
    if (!interruption.signal.aborted) throw error;
    process.stderr.write(
      progress.hasBegun
        ? '\nInterrupted. Run the same command with --resume to go on.\n'
        : '\nInterrupted. Nothing was copied.\n',
    );
    return false;
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}
