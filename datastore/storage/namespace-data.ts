import { kindOf, type Path } from '../keys/path.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';
import type { IndexDemand } from './index-demand.js';
import { KindIndex } from './kind-index.js';
import type { PropertyIndex } from './property-index.js';
import type { StoredEntity } from './stored-entity.js';

/** One namespace: its entities in the order of their keys, and the indexes of their kinds. */
export class NamespaceData {
  readonly owner: Owner;
  readonly entities: OrderedMap<StoredEntity>;
  private readonly demand: IndexDemand;
  private readonly kinds: Map<string, KindIndex>;

  constructor(
    owner: Owner,
    demand: IndexDemand,
    entities = OrderedMap.ofValues<StoredEntity>(owner),
    kinds = new Map<string, KindIndex>(),
  ) {
    this.owner = owner;
    this.demand = demand;
    this.entities = entities;
    this.kinds = kinds;
  }

  copy(owner: Owner): NamespaceData {
    return new NamespaceData(owner, this.demand, this.entities.copy(), new Map(this.kinds));
  }

  /** The keys of a kind's entities, in order; undefined: there are none. */
  keysOf(kind: string): OrderedMap<undefined> | undefined {
    return this.kinds.get(kind)?.keys;
  }

  /** The index of a property; undefined: nothing is in it. */
  index(kind: string, property: string): PropertyIndex | undefined {
    this.demand.add(kind, property);
    return this.prepare(kind)?.property(property);
  }

  /** The indexes of all properties of a kind of which anything is indexed. */
  indexes(kind: string): Map<string, PropertyIndex> {
    this.demand.addAll(kind);
    const index = this.prepare(kind);
    const names = index?.propertyNames() ?? [];
    return new Map(names.map((name) => [name, index!.property(name)!]));
  }

  /** Builds what somebody asked for elsewhere, so that copies share it. */
  buildIndexes(): void {
    for (const name of this.kinds.keys()) this.prepare(name);
  }

  private prepare(name: string): KindIndex | undefined {
    const kind = this.kinds.get(name);
    kind?.prepare(this.demand.of(name), this.entities);
    return kind;
  }

  /** The kinds of which there are entities. */
  kindNames(): string[] {
    return [...this.kinds.keys()];
  }

  /** Puts an entity in place of what was there, or removes it. */
  replace(path: Path, entity: StoredEntity | undefined): void {
    const before = this.entities.get(path);
    const name = kindOf(path);
    const kind = this.ownKind(name);
    kind.replace(path, before, entity, this.entities);
    if (entity === undefined) this.entities.delete(this.owner, path);
    else this.entities.set(this.owner, path, entity);
    if (kind.keys.size === 0) this.kinds.delete(name);
  }

  private ownKind(name: string): KindIndex {
    const known = this.kinds.get(name);
    if (known?.owner === this.owner) return known;
    // With what was asked for of older versions: they come and go, and the next ones shall find it.
    const kind =
      this.prepare(name)?.copy(this.owner) ?? new KindIndex(this.owner, this.demand.reader);
    this.kinds.set(name, kind);
    return kind;
  }
}
