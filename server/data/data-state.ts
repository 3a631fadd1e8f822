import type { NamespaceForks } from './forks.js';
import type { BaselineSeed } from './seeds.js';

/** What this process knows about the data of its sessions. */
export interface DataState {
  /** How the Datastore copies namespaces as a whole; undefined where it cannot. */
  forks: NamespaceForks | undefined;
  /** Whether the Datastore is in this process, and so ends with it. */
  ownsDatastore: boolean;
  /** Whether the Datastore lists its namespaces; true until it says no. */
  listsNamespaces: boolean;
  /** What holds each snapshot, by session and name. */
  snapshots: Map<string, Map<string, string>>;
  /** The removals of data that are under way, by session. */
  drops: Map<string, Promise<void>>;
  /** The run of the seeds whose data new sessions begin with. */
  seeding: { seeds: readonly BaselineSeed[]; baseline: Promise<SeededBaseline> } | undefined;
  /** Counts the runs of the seeds. */
  seedRuns: number;
}

/** What the registered seeds made, kept to be copied. */
export interface SeededBaseline {
  /** What takes the place of a session: none can have its name. */
  holder: string;
  /** The seeds that made it. */
  seeds: readonly BaselineSeed[];
  /** How many entities every copy has; null before the first one. */
  size: number | null;
}

const key = Symbol.for('app-test.data.v1');
const holder = globalThis as { [key]?: DataState };

/** The one state of this process's data, shared by every copy of the package. */
export function getDataState(): DataState {
  holder[key] ??= {
    forks: undefined,
    ownsDatastore: false,
    listsNamespaces: true,
    snapshots: new Map(),
    drops: new Map(),
    seeding: undefined,
    seedRuns: 0,
  };
  return holder[key];
}
