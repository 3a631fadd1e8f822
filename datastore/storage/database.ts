import type { Path } from '../keys/path.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';
import type { OrderedValue } from '../values/encode-value.js';
import { ChangeLog, HISTORY_MICROS } from './change-log.js';
import type { Clock } from './clock.js';
import { NamespaceData } from './namespace-data.js';
import { namespaceKey, Snapshot } from './snapshot.js';
import type { Recorder } from './store.js';
import type { EntityWrite, StoredEntity } from './stored-entity.js';

/** Reads back what the indexes hold of a stored entity. */
export type IndexReader = (entity: StoredEntity) => Map<string, OrderedValue[]>;

/** Kinds whose entities stay in their namespace when everything else there is replaced. */
export interface KeptKinds {
  kinds: readonly string[];
  read: IndexReader;
}

/** How a database is kept beyond the process, and what it was when the process began. */
export interface Keeping {
  recorder: Recorder;
  read: IndexReader;
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
  private owner: Owner = {};
  private namespaces: OrderedMap<NamespaceData>;
  private readonly pasts = new Map<number, Snapshot>();
  private readonly keeping: Keeping | undefined;
  /** From when on its past is known. */
  readonly since: number;

  constructor(clock: Clock, keeping?: Keeping) {
    this.clock = clock;
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
  at(time: number, read: IndexReader): Snapshot {
    let past = this.pasts.get(time);
    if (past === undefined) {
      past = this.undoAfter(time, read);
      this.pasts.set(time, past);
      const [oldest] = this.pasts.keys();
      if (this.pasts.size > KEPT_PASTS) this.pasts.delete(oldest!);
    }
    return past;
  }

  /** Puts an entity in place of what was there; `read` tells what the indexes hold of the old one. */
  put(
    namespace: string,
    path: Path,
    write: EntityWrite,
    time: number,
    read: IndexReader,
  ): StoredEntity {
    const data = this.ownNamespace(namespace);
    const before = data.entities.get(path);
    const entity: StoredEntity = {
      properties: write.properties,
      hasOwnKeys: write.hasOwnKeys,
      hasManyValues: [...write.indexValues.values()].some((values) => values.length > 1),
      updated: time,
      created: before?.created ?? time,
    };
    const isUnchanged = before?.properties === entity.properties;
    const indexed = isUnchanged ? write.indexValues : before && read(before);
    data.replace(path, entity, indexed, write.indexValues);
    this.remember({ time, namespace, path, before });
    this.keeping?.recorder.put(namespace, path, entity);
    return entity;
  }

  /**
   * Makes one namespace what another is now, in constant time: the two share everything until one of them changes. Keys
   * that point into the one point into the other in the copy. What was there before is gone.
   */
  fork(from: string, to: string, kept: KeptKinds): void {
    if (from === to) return;
    const data = this.namespaces.get(namespaceKey(from));
    this.replaceAllBut(to, from, listOfKinds(data, kept.kinds), kept);
  }

  /** Removes a namespace with all that is in it, in constant time. */
  drop(namespace: string, kept: KeptKinds): void {
    this.replaceAllBut(namespace, undefined, [], kept);
  }

  /** How many entities a namespace holds, those of some kinds left out. */
  count(namespace: string, exceptKinds: readonly string[]): number {
    const data = this.namespaces.get(namespaceKey(namespace));
    const counts = exceptKinds.map((kind) => data?.kind(kind)?.keys.size ?? 0);
    return (data?.entities.size ?? 0) - counts.reduce((sum, count) => sum + count, 0);
  }

  /** Removes an entity, if it is there. */
  remove(namespace: string, path: Path, time: number, read: IndexReader): void {
    const before = this.entity(namespace, path);
    if (before === undefined) return;
    const data = this.ownNamespace(namespace);
    data.replace(path, undefined, read(before), undefined);
    if (data.entities.size === 0) this.namespaces.delete(this.owner, namespaceKey(namespace));
    this.remember({ time, namespace, path, before });
    this.keeping?.recorder.remove(namespace, path);
  }

  private undoAfter(time: number, read: IndexReader): Snapshot {
    const past = this.snapshot().copyNamespaces();
    const owner = {};
    for (const change of this.changes.since(time)) {
      if (change.path === undefined) {
        setNamespace(past, owner, change.namespace, change.before);
        continue;
      }
      const { namespace, path, before } = change;
      const data = ownNamespace(past, owner, namespace);
      const present = data.entities.get(path);
      const indexed = (entity: StoredEntity | undefined): ReturnType<IndexReader> | undefined =>
        entity && read(entity);
      data.replace(path, before, indexed(present), indexed(before));
      if (data.entities.size === 0) past.delete(owner, namespaceKey(namespace));
    }
    return new Snapshot(time, past);
  }

  /** Entities of the kept kinds neither come along nor go. */
  private replaceAllBut(
    namespace: string,
    from: string | undefined,
    foreign: readonly [Path, StoredEntity][],
    { kinds, read }: KeptKinds,
  ): void {
    const kept = listOfKinds(this.namespaces.get(namespaceKey(namespace)), kinds);
    this.replaceNamespace(namespace, from);
    const time = this.now();
    for (const [path] of foreign) this.remove(namespace, path, time, read);
    for (const [path, entity] of kept) {
      this.ownNamespace(namespace).replace(path, entity, undefined, read(entity));
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
    const { recorder, read } = this.keeping;
    recorder.onFailure(() => this.takeBackAfter(change.time - 1, read));
  }

  /** Undoes what came after a time, for good. */
  private takeBackAfter(time: number, read: IndexReader): void {
    this.namespaces = this.undoAfter(time, read).copyNamespaces();
    this.owner = {};
    this.changes.forgetAfter(time);
    this.pasts.clear();
  }

  private ownNamespace(name: string): NamespaceData {
    return ownNamespace(this.namespaces, this.owner, name);
  }
}

function listOfKinds(
  data: NamespaceData | undefined,
  kinds: readonly string[],
): [Path, StoredEntity][] {
  if (data === undefined) return [];
  return kinds.flatMap((kind) =>
    [...(data.kind(kind)?.keys.range('', '\xff') ?? [])].map(([path]): [Path, StoredEntity] => [
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

/** The data of a namespace, in a state in which the owner may change it. */
function ownNamespace(
  namespaces: OrderedMap<NamespaceData>,
  owner: Owner,
  name: string,
): NamespaceData {
  const key = namespaceKey(name);
  let data = namespaces.get(key);
  if (data === undefined) data = new NamespaceData(owner);
  else if (data.owner !== owner) data = data.copy(owner);
  else return data;
  namespaces.set(owner, key, data);
  return data;
}
