import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findGcloud, startFirestoreEmulator } from '../../tests/support/google-emulator.js';
import type { Bench } from '../bench.js';
import { formatTable } from '../format-table.js';
import type { Measurement } from './measure.js';

const measureFile = fileURLToPath(new URL('measure.ts', import.meta.url));
const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** What an isolated test pays for data of its own. */
export const sessions: Bench = {
  name: 'sessions',
  title:
    'Milliseconds with 1,000 entities present, median of rounds (fastest to slowest), and times faster than deleting them by query',
  async run(say) {
    say(`embedded Datastore\n\n${format(await measure({ APP_TEST_DATASTORE: 'embedded' }))}\n`);
    if (findGcloud() === undefined) {
      say("Google's Firestore emulator: skipped, gcloud is not in PATH.");
      return;
    }
    const emulator = await startFirestoreEmulator();
    try {
      say(
        `Google's Firestore emulator\n\n${format(await measure({ DATASTORE_EMULATOR_HOST: emulator.address }))}`,
      );
    } finally {
      await emulator.stop();
    }
  },
};

async function measure(env: Record<string, string>): Promise<Measurement[]> {
  const { PATH, HOME } = process.env;
  // The emulator stops when nobody reads what it prints: this process goes on meanwhile.
  const { stdout } = await run(process.execPath, ['--import', 'tsx', measureFile], {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: 'test', APP_TEST: '1', METADATA_SERVER_DETECTION: 'none', ...env },
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Measurement[];
}

function format(measurements: readonly Measurement[]): string {
  const byQuery = measurements.find(({ name }) => name === 'delete by query')!.median;
  return formatTable([
    ['', 'ms', 'times faster'],
    ...measurements.map(({ name, median, fastest, slowest }) => [
      name,
      `${median.toFixed(1)} (${fastest.toFixed(1)} to ${slowest.toFixed(1)})`,
      (byQuery / median).toFixed(1),
    ]),
  ]);
}
