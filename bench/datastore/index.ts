import { findGcloud } from '../../tests/support/google-emulator.js';
import type { Bench } from '../bench.js';
import { formatTable } from '../format-table.js';
import {
  load,
  measureFresh,
  measureStaying,
  ROUNDS,
  type Measure,
  type Results,
} from './measure.js';
import { startServer, type ServerName } from './server.js';

const LINES = {
  firstRpc: { what: 'first RPC of a cold process', unit: 'ms', goal: '<= 0.20' },
  memory: { what: 'memory when idle', unit: 'MiB', goal: '<= 0.50' },
  lookup: { what: 'lookup, p50', unit: 'ms', goal: '<= 0.70' },
  commit: { what: 'commit, p50', unit: 'ms', goal: '<= 0.70' },
  batch: { what: 'batches of 500 x 20 properties', unit: 'entities/s', goal: '>= 2.00' },
  smallBatch: { what: 'batches of 500 x 4 properties', unit: 'entities/s', goal: '>= 2.00' },
  rawBatch: { what: 'of 20, encoded beforehand', unit: 'entities/s', goal: '' },
  query10000: { what: 'query, 1,000 of 10,000', unit: 'ms', goal: '' },
  query100000: { what: 'query, 1,000 of 100,000', unit: 'ms', goal: '<= 0.70' },
} satisfies Record<Measure, Line>;

/** One line of the result. */
interface Line {
  what: string;
  unit: string;
  /** What the embedded one's share of the emulator's must not exceed, or, of a rate, reach. */
  goal: string;
}

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
    const names: ServerName[] = hasEmulator
      ? ['embedded', 'emulator', 'empty']
      : ['embedded', 'empty'];
    say('Servers that were just started, as a test run starts them:\n');
    const fresh = await measureFresh(names);
    say(describeResults(fresh));
    const { query10000, query100000 } = fresh.embedded!;
    const growth = (query100000! / query10000!).toFixed(2);
    say(`\nThe query costs ${growth} times as much with ten times the entities.`);
    say(`\nServers that stay, ${ROUNDS} rounds one after the other:\n`);
    say(describeResults(await measureStaying(names)));
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

function describeResults({ embedded, emulator, empty }: Results): string {
  const rows = (Object.keys(LINES) as Measure[])
    .filter((what) => embedded?.[what] !== undefined)
    .map((what) => {
      const { unit, goal } = LINES[what];
      const [ours, theirs, least] = [embedded![what], emulator?.[what], empty?.[what]];
      const figures = [ours, theirs, least].map((figure) => (figure ? format(figure) : ''));
      return [LINES[what].what, unit, ...figures, share(ours, theirs), share(least, theirs), goal];
    });
  const heads = ['', 'unit', 'embedded', 'emulator', 'empty', 'ratio', 'of the empty one', 'goal'];
  return formatTable([heads, ...rows]);
}

/** How many times the other figure a figure is. */
function share(figure: number | undefined, other: number | undefined): string {
  return figure === undefined || other === undefined ? '' : (figure / other).toFixed(2);
}

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
}
