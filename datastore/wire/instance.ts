import { randomBytes } from 'node:crypto';
import type { DatastoreError } from '../errors.js';
import type { IndexRules } from '../indexes/index-rules.js';
import { parsePartition, parseScope, type Scope } from '../keys/scope.js';
import type { Schema } from '../protos/schema.js';
import { Clock } from '../storage/clock.js';
import { Database } from '../storage/database.js';
import { EntityCodec } from '../storage/entity-codec.js';
import { IndexDemand } from '../storage/index-demand.js';
import type { KeptDatabase, Store } from '../storage/store.js';
import { IdAllocator } from '../transactions/ids.js';
import { TransactionTable } from '../transactions/transaction-table.js';
import type { ScopedRequest } from './messages.js';

/** One database with all that requests to it need. */
export interface DatabaseEntry {
  scope: Scope;
  database: Database;
  transactions: TransactionTable;
  ids: IdAllocator;
  codec: EntityCodec;
}

/** A database as the users of the package name it: the project may be left out, and the default one has no name. */
export interface Place {
  projectId?: string | undefined;
  database?: string | undefined;
}

/** What an embedded Datastore depends on besides the requests it gets. */
export interface InstanceSettings {
  /** The project of requests that name none. */
  projectId?: string;
  clock?: Clock;
  /** Where the databases are kept. Left out: in memory only. */
  store?: Store | undefined;
  /** Draws ids, as `Math.random` does. */
  random?: () => number;
  /** What becomes of queries that need composite indexes. Left out: they are answered like any other. */
  indexes?: IndexRules | undefined;
  /** The size in bytes that a response to a lookup must not grow beyond: more keys are deferred. */
  lookupSize?: number;
}

/** A response gets no larger than this; keys beyond it are deferred, and the client asks for them again. */
const LOOKUP_SIZE = 32_000_000;

/** All databases of one embedded Datastore. A database exists from the first request that names it. */
export class Instance {
  readonly schema: Schema;
  readonly lookupSize: number;
  readonly indexes: IndexRules | undefined;
  private readonly projectId: string;
  private readonly codec: EntityCodec;
  private readonly clock: Clock;
  private readonly random: () => number;
  private readonly store: Store | undefined;
  private databases = new Map<string, DatabaseEntry>();

  constructor(schema: Schema, settings: InstanceSettings = {}) {
    this.schema = schema;
    this.projectId = settings.projectId ?? '';
    this.clock = settings.clock ?? new Clock();
    this.random = settings.random ?? Math.random;
    this.lookupSize = settings.lookupSize ?? LOOKUP_SIZE;
    this.indexes = settings.indexes;
    this.codec = new EntityCodec(schema);
    this.store = settings.store;
    for (const kept of this.store?.databases ?? []) this.addEntry(kept.scope, kept);
  }

  /** The database that a request is for. */
  open(request: ScopedRequest): DatabaseEntry {
    const scope = parseScope({
      projectId: request.projectId || this.projectId,
      databaseId: request.databaseId,
    });
    return this.databases.get(nameOf(scope)) ?? this.addEntry(scope);
  }

  /** The namespaces of a database in which there are entities, in order. */
  namespaces(place: Place): string[] {
    return this.open(parsePlace(place)).database.snapshot().namespaceNames();
  }

  /** Makes one namespace of a database a copy of another. Returns how many entities were copied. */
  fork(place: Place, from: string, to: string, keep: readonly string[] = []): number {
    const { database, scope } = this.open(parsePlace(place));
    for (const namespaceId of [from, to]) parsePartition({ namespaceId }, scope);
    database.fork(from, to, keep);
    return database.count(to, keep);
  }

  /** Removes a namespace of a database. Returns how many entities that were. */
  drop(place: Place, namespaceId: string, keep: readonly string[] = []): number {
    const { database, scope } = this.open(parsePlace(place));
    parsePartition({ namespaceId }, scope);
    const count = database.count(namespaceId, keep);
    database.drop(namespaceId, keep);
    return count;
  }

  /** Forgets every entity, transaction and reserved id. */
  reset(): void {
    const before = this.databases;
    this.databases = new Map();
    this.store?.reset(() => (this.databases = before));
  }

  /** Makes a change of its own; resolves once it is kept. */
  async change<T>(make: () => T): Promise<T> {
    this.checkWritable();
    const made = make();
    await new Promise<void>((resolve, reject) => {
      this.settle((failure) => (failure === undefined ? resolve() : reject(failure)));
    });
    return made;
  }

  /** Throws if changes cannot be kept anymore. */
  checkWritable(): void {
    this.store?.checkWritable();
  }

  /** Calls back once all changes so far are kept, with the reason if they were taken back instead. */
  settle(done: (failure?: DatastoreError) => void): void {
    if (this.store === undefined) done();
    else this.store.settle(done);
  }

  private addEntry(scope: Scope, kept?: KeptDatabase): DatabaseEntry {
    const { store, codec } = this;
    const recorder = kept?.recorder ?? store?.addDatabase(scope);
    const keeping = store &&
      recorder && {
        recorder,
        since: store.since,
        namespaces: kept?.namespaces,
      };
    const entry: DatabaseEntry = {
      scope,
      database: new Database(this.clock, kept?.demand ?? new IndexDemand(codec), keeping),
      transactions: new TransactionTable(randomBytes(6).toString('base64url')),
      ids: new IdAllocator(this.random, recorder, kept?.reserved),
      codec,
    };
    this.databases.set(nameOf(scope), entry);
    return entry;
  }
}

function nameOf({ projectId, databaseId }: Scope): string {
  return `${projectId}\0${databaseId}`;
}

function parsePlace({ projectId = '', database = '' }: Place): ScopedRequest {
  return { projectId, databaseId: database };
}
