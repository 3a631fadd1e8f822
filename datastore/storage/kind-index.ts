import type { Path } from '../keys/path.js';
import type { OrderedValue } from '../values/encode-value.js';
import { AFTER_ALL } from '../values/order-bytes.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';
import type { IndexReader } from './index-demand.js';
import { PropertyIndex, type IndexChange } from './property-index.js';
import type { StoredEntity } from './stored-entity.js';

/** So many changes wait at most for the next query: to catch up takes some milliseconds then. */
const MOST_CHANGED = 8192;
const NOTHING: OrderedValue[] = [];
const NO_VALUES = new Map<string, OrderedValue[]>();

interface EntityChange {
  path: Path;
  before: StoredEntity | undefined;
  after: StoredEntity | undefined;
}

/**
 * What is indexed of one kind: the keys of its entities, and the properties that were asked for, or all. The entities, which
 * the namespace has, are handed to whoever needs them.
 */
export class KindIndex {
  readonly owner: Owner;
  readonly keys: OrderedMap<undefined>;
  private readonly reader: IndexReader;
  private readonly properties: Map<string, PropertyIndex>;
  /** Whether every property has its index. */
  private isComplete: boolean;
  /** What the properties' indexes have not heard of yet: for each entity what they hold it to be. */
  private changed = new Map<Path, StoredEntity | undefined>();

  constructor(
    owner: Owner,
    reader: IndexReader,
    keys = OrderedMap.ofKeys(owner),
    properties = new Map<string, PropertyIndex>(),
    isComplete = false,
  ) {
    this.owner = owner;
    this.reader = reader;
    this.keys = keys;
    this.properties = properties;
    this.isComplete = isComplete;
  }

  /** A copy of an index that was prepared. */
  copy(owner: Owner): KindIndex {
    const { reader, isComplete } = this;
    return new KindIndex(owner, reader, this.keys.copy(), new Map(this.properties), isComplete);
  }

  /** The index of a property; undefined: nothing is in it. */
  property(name: string): PropertyIndex | undefined {
    const index = this.properties.get(name);
    return index === undefined || index.entries.size === 0 ? undefined : index;
  }

  /** The properties of which anything is indexed. */
  propertyNames(): string[] {
    return [...this.properties.keys()].filter((name) => this.property(name) !== undefined);
  }

  /** Brings the indexes up to date, and builds those that are not there yet. */
  prepare(wanted: ReadonlySet<string> | 'all', entities: OrderedMap<StoredEntity>): void {
    this.catchUp(entities);
    if (this.isComplete) return;
    if (wanted === 'all') return this.complete(entities);
    for (const name of wanted) {
      if (this.properties.has(name)) continue;
      const index = new PropertyIndex(this.owner);
      index.change(this.listAll(name, entities));
      this.properties.set(name, index);
    }
  }

  /** Hears that an entity is about to become another one, to come or to go. */
  replace(
    path: Path,
    before: StoredEntity | undefined,
    after: StoredEntity | undefined,
    entities: OrderedMap<StoredEntity>,
  ): void {
    if (before === undefined && after !== undefined) this.keys.set(this.owner, path, undefined);
    if (before !== undefined && after === undefined) this.keys.delete(this.owner, path);
    const isIndexed = this.isComplete || this.properties.size > 0;
    if (!isIndexed || this.changed.has(path)) return;
    if (this.changed.size === MOST_CHANGED) this.catchUp(entities);
    this.changed.set(path, before);
  }

  private catchUp(entities: OrderedMap<StoredEntity>): void {
    if (this.changed.size === 0) return;
    const { changed } = this;
    this.changed = new Map();
    const changes = [...changed]
      .map(([path, before]) => ({ path, before, after: entities.get(path) }))
      .filter(({ before, after }) => before?.properties !== after?.properties);
    if (this.isComplete) return this.changeAll(changes);
    for (const name of this.properties.keys()) {
      this.own(name).change(
        changes.map(({ path, before, after }) => ({
          path,
          before: this.valuesOf(before, name),
          after: this.valuesOf(after, name),
        })),
      );
    }
  }

  /** Builds the indexes of all properties that have none yet. */
  private complete(entities: OrderedMap<StoredEntity>): void {
    this.properties.clear();
    this.isComplete = true;
    // In parts: all changes of all properties at once may be more than the memory holds.
    let part: EntityChange[] = [];
    for (const [path] of this.keys.range('', AFTER_ALL)) {
      part.push({ path, before: undefined, after: entities.get(path) });
      if (part.length < MOST_CHANGED) continue;
      this.changeAll(part);
      part = [];
    }
    this.changeAll(part);
  }

  /** Takes changes over into the indexes of all properties, and looks at each entity once. */
  private changeAll(changes: EntityChange[]): void {
    const byName = new Map<string, IndexChange[]>();
    for (const { path, before, after } of changes) {
      const old = this.allValuesOf(before);
      const present = this.allValuesOf(after);
      for (const name of new Set([...old.keys(), ...present.keys()])) {
        const change = {
          path,
          before: old.get(name) ?? NOTHING,
          after: present.get(name) ?? NOTHING,
        };
        const list = byName.get(name);
        if (list === undefined) byName.set(name, [change]);
        else list.push(change);
      }
    }
    for (const [name, list] of byName) {
      const index = this.own(name);
      index.change(list);
      if (index.entries.size === 0) this.properties.delete(name);
    }
  }

  /** The index of a property, in a state in which it may be changed here. */
  private own(name: string): PropertyIndex {
    let index = this.properties.get(name);
    if (index === undefined) index = new PropertyIndex(this.owner);
    else if (index.owner !== this.owner) index = index.copy(this.owner);
    this.properties.set(name, index);
    return index;
  }

  private *listAll(name: string, entities: OrderedMap<StoredEntity>): Generator<IndexChange> {
    for (const [path] of this.keys.range('', AFTER_ALL)) {
      yield { path, before: NOTHING, after: this.valuesOf(entities.get(path), name) };
    }
  }

  private valuesOf(entity: StoredEntity | undefined, name: string): OrderedValue[] {
    return entity === undefined ? NOTHING : this.reader.readIndexValues(entity, name);
  }

  private allValuesOf(entity: StoredEntity | undefined): Map<string, OrderedValue[]> {
    return entity === undefined ? NO_VALUES : this.reader.listIndexValues(entity);
  }
}
