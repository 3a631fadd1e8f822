import type { IndexRules } from './indexes/index-rules.js';
import {
  resolveDatastoreOptions,
  type DatastoreOptions,
  type ResolvedDatastoreOptions,
} from './options.js';
import { loadSchema, type Schema } from './protos/schema.js';
import { Clock } from './storage/clock.js';
import { EntityCodec } from './storage/entity-codec.js';
import type { Store } from './storage/store.js';
import { Instance } from './wire/instance.js';
import { Listener } from './wire/listener.js';

/** A running embedded Datastore. */
export interface EmbeddedDatastore {
  /** `host:port`, as `DATASTORE_EMULATOR_HOST` wants it. */
  readonly address: string;
  readonly host: string;
  readonly port: number;
  /** Stops listening and forgets what is in memory only; open connections are cut. */
  stop(): Promise<void>;
  /** Lets the process end while the Datastore still listens, as `unref()` of Node's own servers does. */
  unref(): void;
  /** Forgets every entity of every database, as an emulator's `POST /reset` does. */
  reset(): Promise<void>;
  /** The names of the namespaces of a database in which there are entities; the default one is `''`. */
  namespaces(place?: Omit<DatabasePlace, 'keep'>): Promise<string[]>;
  /**
   * Makes a namespace a copy of another one of the same database, in constant time whatever is in it; what it held
   * before is gone. Keys that point into the original point into the copy there.
   *
   * @returns How many entities that are.
   */
  fork(options: ForkOptions): Promise<number>;
  /**
   * Removes a namespace with all that is in it, in constant time.
   *
   * @returns How many entities that were.
   */
  drop(options: DropOptions): Promise<number>;
}

/** A database. */
export interface DatabasePlace {
  /**
   * The project that the database belongs to.
   *
   * @default the `projectId` that the Datastore was started with
   */
  projectId?: string;
  /**
   * The name of the database.
   *
   * @default '' the default database
   */
  database?: string;
  /**
   * Kinds whose entities stay as they are: they are neither copied, nor replaced, nor removed, nor counted. Their number
   * is what the time depends on.
   *
   * @default none
   */
  keep?: readonly string[];
}

/** Which namespace to copy. The default namespace is `''`. */
export interface ForkOptions extends DatabasePlace {
  from: string;
  to: string;
}

/** Which namespace to remove. The default namespace is `''`. */
export interface DropOptions extends DatabasePlace {
  namespace: string;
}

/**
 * Starts a Datastore in this process, for the official client to talk to.
 *
 * It keeps its data in memory and, with `data`, in a folder too. It serves any number of databases and namespaces, and is
 * ready when the promise resolves.
 *
 * @example
 * ```ts
 * const datastore = await startDatastore();
 * process.env.DATASTORE_EMULATOR_HOST = datastore.address;
 * ```
 * @throws {DatastoreStartError} `PORT_IN_USE`, `LISTEN_FAILED`, `PROTOS_MISSING` (the official client is not installed),
 * `DATA_LOCKED`, `DATA_FOREIGN`, `DATA_FORMAT`, `DATA_UNUSABLE`, `DATA_DAMAGED`, `INDEX_FILE_INVALID`, `INDEX_FILE_UNUSABLE`, `OPTION_UNKNOWN` or `OPTION_INVALID`.
 */
export async function startDatastore(options: DatastoreOptions = {}): Promise<EmbeddedDatastore> {
  const resolved = resolveDatastoreOptions(options);
  const { port, host, projectId, indexes, writeIndexes } = resolved;
  const schema = loadSchema();
  const clock = new Clock();
  const rules = await loadIndexRules(indexes, writeIndexes);
  const store = await loadStore(resolved, schema, clock);
  const instance = new Instance(schema, { projectId, indexes: rules, clock, store });
  const listener = new Listener(instance);
  const bound = await listener.listen(port, host).catch(async (error: unknown) => {
    await store?.close();
    throw error;
  });
  let stopped: Promise<void> | undefined;
  return {
    address: `${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    host,
    port: bound.port,
    unref: () => listener.unref(),
    stop: () => (stopped ??= listener.close().then(() => store?.close())),
    reset: () => instance.change(() => instance.reset()),
    namespaces: async (place = {}) => instance.namespaces(place),
    fork: ({ from, to, keep, ...place }) =>
      instance.change(() => instance.fork(place, from, to, keep)),
    drop: ({ namespace, keep, ...place }) =>
      instance.change(() => instance.drop(place, namespace, keep)),
  };
}

/** The store is loaded only where one is asked for. */
async function loadStore(
  { data, onLoad }: ResolvedDatastoreOptions,
  schema: Schema,
  clock: Clock,
): Promise<Store | undefined> {
  if (data === undefined) return undefined;
  const { openStore } = await import('./persistence/open-store.js');
  return openStore(data, { codec: new EntityCodec(schema), clock, onLoad });
}

/** The YAML parser takes longer to load than everything else to start: it is loaded where it is needed. */
async function loadIndexRules(
  indexes: string | undefined,
  writeIndexes: string | undefined,
): Promise<IndexRules | undefined> {
  if (indexes === undefined && writeIndexes === undefined) return undefined;
  const { openIndexRules } = await import('./indexes/open-index-rules.js');
  return openIndexRules(indexes, writeIndexes);
}
