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
    const index = this.kinds.get(kind)?.property(property, this.entities);
    return index === undefined || index.entries.size === 0 ? undefined : index;
  }

  /** Builds what somebody asked for elsewhere, so that copies share it. */
  buildIndexes(): void {
    for (const [name, kind] of this.kinds) {
      for (const property of this.demand.of(name)) kind.property(property, this.entities);
    }
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
    let kind = this.kinds.get(name);
    if (kind === undefined) kind = new KindIndex(this.owner, this.demand.reader);
    else if (kind.owner !== this.owner) kind = kind.copy(this.owner, this.entities);
    else return kind;
    this.kinds.set(name, kind);
    return kind;
  }
}
