import type { Path } from '../keys/path.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';
import { ChangeLog, HISTORY_MICROS } from './change-log.js';
import type { Clock } from './clock.js';
import type { IndexDemand } from './index-demand.js';
import { NamespaceData } from './namespace-data.js';
import { namespaceKey, Snapshot } from './snapshot.js';
import type { Recorder } from './store.js';
import type { EntityWrite, StoredEntity } from './stored-entity.js';

/** How a database is kept beyond the process, and what it was when the process began. */
export interface Keeping {
  recorder: Recorder;
  /** When the process began: nothing is known of its past before. */
  since: number;
  /** Undefined: it is new. */
  namespaces?: OrderedMap<NamespaceData> | undefined;
}

/** How many states of the past are kept at hand once they were asked for. */
const KEPT_PASTS = 4;

/** The present state of one database, which commits change in place as long as nobody holds a snapshot of it. */
export class Database {
  readonly changes = new ChangeLog();
  private readonly clock: Clock;
  private readonly demand: IndexDemand;
  private owner: Owner = {};
  private namespaces: OrderedMap<NamespaceData>;
  private readonly pasts = new Map<number, Snapshot>();
  private readonly keeping: Keeping | undefined;
  /** From when on its past is known. */
  readonly since: number;

  constructor(clock: Clock, demand: IndexDemand, keeping?: Keeping) {
    this.clock = clock;
    this.demand = demand;
    this.keeping = keeping;
    this.namespaces = keeping?.namespaces ?? OrderedMap.ofValues<NamespaceData>(this.owner);
    this.since = keeping?.since ?? 0;
  }

  /** A time after every commit so far. */
  now(): number {
    return this.clock.next();
  }

  /** What is stored under a path now. */
  entity(namespace: string, path: Path): StoredEntity | undefined {
    return this.namespaces.get(namespaceKey(namespace))?.entities.get(path);
  }

  /** The present state, which never changes again: later commits copy what they change. */
  snapshot(): Snapshot {
    this.owner = {};
    return this.view();
  }

  /** The present state for a reader that is done before the next commit. */
  view(): Snapshot {
    return new Snapshot(this.now(), this.namespaces.copy());
  }

  /** The state at a time of the last hour: the present with everything undone that came later. */
  at(time: number): Snapshot {
    let past = this.pasts.get(time);
    if (past === undefined) {
      past = this.undoAfter(time);
      this.pasts.set(time, past);
      const [oldest] = this.pasts.keys();
      if (this.pasts.size > KEPT_PASTS) this.pasts.delete(oldest!);
    }
    return past;
  }

  /** Puts an entity in place of what was there. */
  put(namespace: string, path: Path, write: EntityWrite, time: number): StoredEntity {
    const data = this.ownNamespace(namespace);
    const before = data.entities.get(path);
    const entity: StoredEntity = {
      properties: write.properties,
      hasOwnKeys: write.hasOwnKeys,
      hasNested: write.hasNested,
      updated: time,
      created: before?.created ?? time,
    };
    data.replace(path, entity);
    this.remember({ time, namespace, path, before });
    this.keeping?.recorder.put(namespace, path, entity);
    return entity;
  }

  /**
   * Makes one namespace what another is now, in constant time once the indexes that queries ask for are there: the two share everything until one of them changes. Keys
   * that point into the one point into the other in the copy. What was there before is gone, but for entities of the kept kinds.
   */
  fork(from: string, to: string, keptKinds: readonly string[]): void {
    if (from === to) return;
    const data = this.namespaces.get(namespaceKey(from));
    data?.buildIndexes();
    this.replaceAllBut(to, from, listOfKinds(data, keptKinds), keptKinds);
  }

  /** Removes a namespace with all that is in it but the entities of the kept kinds, in constant time. */
  drop(namespace: string, keptKinds: readonly string[]): void {
    this.replaceAllBut(namespace, undefined, [], keptKinds);
  }

  /** How many entities a namespace holds, those of some kinds left out. */
  count(namespace: string, exceptKinds: readonly string[]): number {
    const data = this.namespaces.get(namespaceKey(namespace));
    const counts = exceptKinds.map((kind) => data?.keysOf(kind)?.size ?? 0);
    return (data?.entities.size ?? 0) - counts.reduce((sum, count) => sum + count, 0);
  }

  /** Removes an entity, if it is there. */
  remove(namespace: string, path: Path, time: number): void {
    const before = this.entity(namespace, path);
    if (before === undefined) return;
    const data = this.ownNamespace(namespace);
    data.replace(path, undefined);
    if (data.entities.size === 0) this.namespaces.delete(this.owner, namespaceKey(namespace));
    this.remember({ time, namespace, path, before });
    this.keeping?.recorder.remove(namespace, path);
  }

  private undoAfter(time: number): Snapshot {
    const past = this.snapshot().copyNamespaces();
    const owner = {};
    for (const change of this.changes.since(time)) {
      if (change.path === undefined) {
        setNamespace(past, owner, change.namespace, change.before);
        continue;
      }
      const { namespace, path, before } = change;
      const data = this.ownIn(past, owner, namespace);
      data.replace(path, before);
      if (data.entities.size === 0) past.delete(owner, namespaceKey(namespace));
    }
    return new Snapshot(time, past);
  }

  /** Entities of the kept kinds neither come along nor go. */
  private replaceAllBut(
    namespace: string,
    from: string | undefined,
    foreign: readonly [Path, StoredEntity][],
    keptKinds: readonly string[],
  ): void {
    const kept = listOfKinds(this.namespaces.get(namespaceKey(namespace)), keptKinds);
    this.replaceNamespace(namespace, from);
    const time = this.now();
    for (const [path] of foreign) this.remove(namespace, path, time);
    for (const [path, entity] of kept) {
      this.ownNamespace(namespace).replace(path, entity);
      this.remember({ time, namespace, path, before: undefined });
      this.keeping?.recorder.put(namespace, path, entity);
    }
  }

  private replaceNamespace(namespace: string, from: string | undefined): void {
    const before = this.namespaces.get(namespaceKey(namespace));
    const data = from === undefined ? undefined : this.namespaces.get(namespaceKey(from));
    // From now on whoever changes the data copies it first, under each of its names.
    this.owner = {};
    setNamespace(this.namespaces, this.owner, namespace, data);
    this.remember({ time: this.now(), namespace, path: undefined, before });
    this.keeping?.recorder.assign(namespace, from);
  }

  private remember(change: Parameters<ChangeLog['add']>[0]): void {
    this.changes.add(change);
    this.changes.forgetBefore(change.time - HISTORY_MICROS);
    if (this.keeping === undefined) return;
    this.keeping.recorder.onFailure(() => this.takeBackAfter(change.time - 1));
  }

  /** Undoes what came after a time, for good. */
  private takeBackAfter(time: number): void {
    this.namespaces = this.undoAfter(time).copyNamespaces();
    this.owner = {};
    this.changes.forgetAfter(time);
    this.pasts.clear();
  }

  private ownNamespace(name: string): NamespaceData {
    return this.ownIn(this.namespaces, this.owner, name);
  }

  /** The data of a namespace, in a state in which the owner may change it. */
  private ownIn(namespaces: OrderedMap<NamespaceData>, owner: Owner, name: string): NamespaceData {
    const key = namespaceKey(name);
    let data = namespaces.get(key);
    if (data === undefined) data = new NamespaceData(owner, this.demand);
    else if (data.owner !== owner) data = data.copy(owner);
    else return data;
    namespaces.set(owner, key, data);
    return data;
  }
}

function listOfKinds(
  data: NamespaceData | undefined,
  kinds: readonly string[],
): [Path, StoredEntity][] {
  if (data === undefined) return [];
  return kinds.flatMap((kind) =>
    [...(data.keysOf(kind)?.range('', '\xff') ?? [])].map(([path]): [Path, StoredEntity] => [
      path,
      data.entities.get(path)!,
    ]),
  );
}

function setNamespace(
  namespaces: OrderedMap<NamespaceData>,
  owner: Owner,
  name: string,
  data: NamespaceData | undefined,
): void {
  if (data === undefined) namespaces.delete(owner, namespaceKey(name));
  else namespaces.set(owner, namespaceKey(name), data);
}
