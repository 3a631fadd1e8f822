import type { Path } from '../keys/path.js';
import type { OrderedValue } from '../values/encode-value.js';
import { AFTER_ALL } from '../values/order-bytes.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';
import type { PropertyReader } from './index-demand.js';
import { PropertyIndex, type IndexChange } from './property-index.js';
import type { StoredEntity } from './stored-entity.js';

/** So many changes wait at most for the next query: to catch up takes some milliseconds then. */
const MOST_CHANGED = 8192;
const NOTHING: OrderedValue[] = [];

/**
 * What is indexed of one kind: the keys of its entities, and the properties that somebody asked for. The entities, which the
 * namespace has, are handed to whoever needs them.
 */
export class KindIndex {
  readonly owner: Owner;
  readonly keys: OrderedMap<undefined>;
  private readonly reader: PropertyReader;
  private readonly properties: Map<string, PropertyIndex>;
  /** What the properties' indexes have not heard of yet: for each entity what they hold it to be. */
  private changed = new Map<Path, StoredEntity | undefined>();

  constructor(
    owner: Owner,
    reader: PropertyReader,
    keys = OrderedMap.ofKeys(owner),
    properties = new Map<string, PropertyIndex>(),
  ) {
    this.owner = owner;
    this.reader = reader;
    this.keys = keys;
    this.properties = properties;
  }

  copy(owner: Owner, entities: OrderedMap<StoredEntity>): KindIndex {
    this.catchUp(entities);
    return new KindIndex(owner, this.reader, this.keys.copy(), new Map(this.properties));
  }

  /** The index of a property, which is built when it is asked for first. */
  property(name: string, entities: OrderedMap<StoredEntity>): PropertyIndex {
    this.catchUp(entities);
    let index = this.properties.get(name);
    if (index === undefined) {
      index = new PropertyIndex(this.owner);
      index.change(this.listAll(name, entities));
      this.properties.set(name, index);
    }
    return index;
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
    if (this.properties.size === 0 || this.changed.has(path)) return;
    if (this.changed.size === MOST_CHANGED) this.catchUp(entities);
    this.changed.set(path, before);
  }

  private catchUp(entities: OrderedMap<StoredEntity>): void {
    if (this.changed.size === 0) return;
    for (const [name, index] of this.properties) {
      const own = index.owner === this.owner ? index : index.copy(this.owner);
      own.change(this.listChanges(name, entities));
      this.properties.set(name, own);
    }
    this.changed = new Map();
  }

  private *listChanges(name: string, entities: OrderedMap<StoredEntity>): Generator<IndexChange> {
    for (const [path, before] of this.changed) {
      const after = entities.get(path);
      if (before?.properties === after?.properties) continue;
      yield { path, before: this.valuesOf(before, name), after: this.valuesOf(after, name) };
    }
  }

  private *listAll(name: string, entities: OrderedMap<StoredEntity>): Generator<IndexChange> {
    for (const [path] of this.keys.range('', AFTER_ALL)) {
      yield { path, before: NOTHING, after: this.valuesOf(entities.get(path), name) };
    }
  }

  private valuesOf(entity: StoredEntity | undefined, name: string): OrderedValue[] {
    return entity === undefined ? NOTHING : this.reader.readIndexValues(entity, name);
  }
}
