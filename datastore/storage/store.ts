import type { DatastoreError } from '../errors.js';
import type { Path } from '../keys/path.js';
import type { Scope } from '../keys/scope.js';
import type { OrderedMap } from '../tree/ordered-map.js';
import type { IndexDemand } from './index-demand.js';
import type { NamespaceData } from './namespace-data.js';
import type { StoredEntity } from './stored-entity.js';

/** Hears of every change of one database as it is made in memory, in order: whoever keeps its data elsewhere too. */
export interface Recorder {
  put(namespace: string, path: Path, entity: StoredEntity): void;
  remove(namespace: string, path: Path): void;
  /** A namespace is now what another one is; undefined: it is gone. */
  assign(namespace: string, from: string | undefined): void;
  /** A path is never to be handed out. */
  reserve(namespace: string, path: Path): void;
  /** How to take back, in memory, this change and all that came after it, should it not be kept. */
  onFailure(undo: () => void): void;
}

/** A database as it was kept. */
export interface KeptDatabase {
  scope: Scope;
  namespaces: OrderedMap<NamespaceData>;
  /** The one that the namespaces know. */
  demand: IndexDemand;
  /** Namespace and path, as an `IdAllocator` names them. */
  reserved: Set<string>;
  recorder: Recorder;
}

/**
 * Where databases are kept beyond the process. Changes are made in memory first; whoever tells anybody what they saw
 * waits until all changes so far are kept, so that nobody ever sees what is lost later.
 */
export interface Store {
  readonly databases: readonly KeptDatabase[];
  /** When it was opened: microseconds since 1970. */
  readonly since: number;
  /** A recorder for a database that was not kept yet. */
  addDatabase(scope: Scope): Recorder;
  /** Forgets every database; their recorders are of no use afterwards. */
  reset(undo: () => void): void;
  /** Throws if nothing can be kept anymore. */
  checkWritable(): void;
  /** Calls back as soon as all changes so far are kept, or with the reason why they were taken back. */
  settle(done: (failure?: DatastoreError) => void): void;
  /** Waits for what is being written, then lets go of the files. */
  close(): Promise<void>;
}
