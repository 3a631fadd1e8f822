import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findGcloud, startFirestoreEmulator } from '../../tests/support/google-emulator.js';
import { startScript } from '../../tests/support/start-script.js';
import type { Bench } from '../bench.js';
import { formatTable } from '../format-table.js';
import type { CaseName, Measurement } from './measure.js';

const measureFile = fileURLToPath(new URL('measure.ts', import.meta.url));
const serverFile = fileURLToPath(new URL('serve-datastore.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Four kinds of so many entities, each with 20 indexed properties. */
const perKind = 5000;
/** The sizes whose memory is compared; the largest only where `BENCH_LONG` is set. */
const sizes = [2500, 12_500, ...(process.env.BENCH_LONG ? [250_000] : [])];
const rounds = 3;

/** What a copy takes, beside a simple loop and beside commits alone, and how much memory. */
export const mirror: Bench = {
  name: 'mirror',
  title:
    'Entities per second of a copy (20 indexed properties), median of rounds; memory of the copying process',
  async run(say) {
    if (findGcloud() === undefined)
      say('Google’s Firestore emulator: skipped, gcloud is not installed.');
    else {
      const emulator = await startFirestoreEmulator();
      await compare('Google’s Firestore emulator', emulator.address, say);
      await emulator.stop();
    }
    const server = startScript(serverFile);
    const address = await server.printed(/listens at (\S+)/);
    await compare('Embedded Datastore, in a process of its own', address, say);
    await server.stop();
    await measureMemory(say);
  },
};

async function compare(title: string, address: string, say: (text: string) => void): Promise<void> {
  measure('seed', address, perKind, '');
  const cases: CaseName[] = ['simple', 'raw', 'mirror'];
  const rates = new Map<CaseName, number[]>(cases.map((name) => [name, []]));
  // The cases take turns, so that what slows the machine slows them alike.
  for (let round = 0; round < rounds; round++) {
    for (const name of cases) {
      const { entities, seconds } = measure(name, address, perKind, `${name}${round}`);
      rates.get(name)!.push(entities / seconds);
    }
  }
  const [simple, raw, copy] = cases.map((name) => rates.get(name)!.toSorted((a, b) => a - b)[1]!);
  const row = (what: string, rate: number): string[] => [
    what,
    Math.round(rate).toLocaleString('en'),
    (rate / simple!).toFixed(2),
    (rate / raw!).toFixed(2),
  ];
  say(title);
  say(
    formatTable([
      ['', 'entities/s', 'x simple loop', 'x raw commits'],
      row('simple loop', simple!),
      row('raw commits', raw!),
      row('mirror', copy!),
    ]),
  );
}

async function measureMemory(say: (text: string) => void): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes) {
    const server = startScript(serverFile, { env: { NODE_OPTIONS: '--max-old-space-size=12000' } });
    const address = await server.printed(/listens at (\S+)/);
    measure('seed', address, size, '');
    const { entities, seconds, peakMemory } = measure('mirror', address, size, 'memory');
    rows.push([entities.toLocaleString('en'), `${peakMemory} MiB`, `${Math.round(seconds)} s`]);
    await server.stop();
  }
  say('Memory');
  say(formatTable([['entities', 'peak', 'time'], ...rows]));
}

function measure(name: CaseName, address: string, size: number, namespace: string): Measurement {
  const { PATH, HOME } = process.env;
  const args = ['--import', 'tsx', measureFile, name, address, String(size), namespace];
  const output = execFileSync(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, METADATA_SERVER_DETECTION: 'none' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output.trimEnd().split('\n').at(-1)!) as Measurement;
}
