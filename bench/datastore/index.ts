import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findGcloud } from '../../tests/support/google-emulator.js';
import type { Bench } from '../bench.js';
import { formatTable } from '../format-table.js';
import type { LoadCase } from './load.js';
import { startServer, type BenchServer, type ServerName } from './server.js';

const loadFile = fileURLToPath(new URL('load.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const STARTS = 3;
const ROUNDS = 5;
const CASES = [
  'lookup',
  'commit',
  'batch',
  'smallBatch',
  'rawBatch',
  'query10000',
  'query100000',
] as const;

/** One line of the result. */
interface Line {
  what: string;
  unit: string;
  /** What the embedded one's share of the emulator's must not exceed, or, of a rate, reach. */
  goal: string;
}

const LINES = {
  firstRpc: { what: 'first RPC of a cold process', unit: 'ms', goal: '<= 0.20' },
  memory: { what: 'memory when idle', unit: 'MiB', goal: '<= 0.50' },
  lookup: { what: 'lookup, p50', unit: 'ms', goal: '<= 0.70' },
  commit: { what: 'commit, p50', unit: 'ms', goal: '<= 0.70' },
  batch: { what: 'batches of 500 x 20 properties', unit: 'entities/s', goal: '>= 2.00' },
  rawBatch: { what: 'the same, encoded beforehand', unit: 'entities/s', goal: '' },
  smallBatch: { what: 'batches of 500 x 4 properties', unit: 'entities/s', goal: '>= 2.00' },
  query10000: { what: 'query, 1,000 of 10,000', unit: 'ms', goal: '' },
  query100000: { what: 'query, 1,000 of 100,000', unit: 'ms', goal: '<= 0.70' },
} satisfies Record<string, Line>;

type Measures = Record<keyof typeof LINES, number>;

/** The embedded Datastore beside Google's Firestore emulator, each in a process of its own, driven from a third. */
export const datastore: Bench = {
  name: 'datastore',
  title: "The embedded Datastore beside Google's Firestore emulator, driven by the official client",
  async run(say) {
    // The client of this process is loaded and warm before anything is timed.
    const warm = await startServer('embedded');
    await warm.stop();
    const hasEmulator = findGcloud() !== undefined;
    if (!hasEmulator) say('gcloud is not in PATH: there is no emulator to compare with.\n');
    const [embedded, emulator] = await measure(
      hasEmulator ? ['embedded', 'emulator'] : ['embedded'],
    );
    const rows = (Object.keys(LINES) as (keyof typeof LINES)[]).map((name) => {
      const { what, unit, goal } = LINES[name];
      const [ours, theirs] = [embedded![name], emulator?.[name]];
      const ratio = theirs === undefined ? '' : (ours / theirs).toFixed(2);
      return [what, unit, format(ours), theirs === undefined ? '' : format(theirs), ratio, goal];
    });
    say(formatTable([['', 'unit', 'embedded', 'emulator', 'ratio', 'goal'], ...rows]));
    const growth = embedded!.query100000 / embedded!.query10000;
    say(`\nThe query costs ${growth.toFixed(2)} times as much with ten times the entities.`);
    const most = await measureClient();
    const ratio =
      emulator === undefined ? '' : `, ${(most / emulator.batch).toFixed(2)} times the emulator`;
    say(`A server that answers at once gets batches of ${format(most)} entities/s${ratio}.`);
  },
};

/** A million small entities in the embedded Datastore. */
export const million: Bench = {
  name: 'datastore-million',
  title: 'Memory of an embedded Datastore with 1,000,000 small entities (goal: at most 2,048 MiB)',
  async run(say) {
    const server = await startServer('embedded');
    try {
      const took = await load(server, 'million');
      say(`${format(server.memory())} MiB, written in ${(took / 1000).toFixed(0)} s`);
    } finally {
      await server.stop();
    }
  },
};

/** Each case on all servers in turn, in rounds, so that whatever else the machine does meets all alike. */
async function measure(names: ServerName[]): Promise<Measures[]> {
  const starts = names.map((): number[] => []);
  for (let start = 1; start < STARTS; start++) {
    for (const [at, name] of names.entries()) {
      const server = await startServer(name);
      starts[at]!.push(server.firstRpc);
      await server.stop();
    }
  }
  const servers: BenchServer[] = [];
  try {
    for (const name of names) servers.push(await startServer(name));
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const measures = servers.map((server, at) => ({
      firstRpc: middle([...starts[at]!, server.firstRpc]),
      memory: server.memory(),
    }));
    const loaded = servers.map((): Partial<Measures> => ({}));
    for (const what of CASES) {
      const rounds = servers.map((): number[] => []);
      for (let round = 0; round < (what.startsWith('query') ? 1 : ROUNDS); round++) {
        for (const [at, server] of servers.entries()) rounds[at]!.push(await load(server, what));
      }
      for (const [at, figures] of rounds.entries()) loaded[at]![what] = middle(figures);
    }
    return measures.map((measured, at) => ({ ...measured, ...loaded[at] }) as Measures);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Entities per second in batches that nobody reads: the official client cannot send more. */
async function measureClient(): Promise<number> {
  const server = await startServer('empty');
  try {
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rates.push(await load(server, 'batch'));
    return middle(rates);
  } finally {
    await server.stop();
  }
}

function middle(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}

async function load({ address }: BenchServer, what: LoadCase): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', loadFile, address, what],
    { cwd: root, env: { ...process.env, METADATA_SERVER_DETECTION: 'none' } },
  );
  return JSON.parse(stdout) as number;
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
}
