import { kindOf, type Path } from '../keys/path.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';
import type { OrderedValue } from '../values/encode-value.js';
import { KindIndex } from './kind-index.js';
import type { StoredEntity } from './stored-entity.js';

/** One namespace: its entities in the order of their keys, and the indexes of their kinds. */
export class NamespaceData {
  readonly owner: Owner;
  readonly entities: OrderedMap<StoredEntity>;
  private readonly kinds: Map<string, KindIndex>;

  constructor(
    owner: Owner,
    entities = OrderedMap.ofValues<StoredEntity>(owner),
    kinds = new Map<string, KindIndex>(),
  ) {
    this.owner = owner;
    this.entities = entities;
    this.kinds = kinds;
  }

  copy(owner: Owner): NamespaceData {
    return new NamespaceData(owner, this.entities.copy(), new Map(this.kinds));
  }

  kind(name: string): KindIndex | undefined {
    return this.kinds.get(name);
  }

  /** The kinds of which there are entities. */
  kindNames(): string[] {
    return [...this.kinds.keys()];
  }

  /** Puts an entity in place of what was there, or removes it. */
  replace(
    path: Path,
    entity: StoredEntity | undefined,
    before: Map<string, OrderedValue[]> | undefined,
    after: Map<string, OrderedValue[]> | undefined,
  ): void {
    if (entity === undefined) this.entities.delete(this.owner, path);
    else this.entities.set(this.owner, path, entity);
    const name = kindOf(path);
    const kind = this.ownKind(name);
    kind.replace(path, before, after);
    if (kind.keys.size === 0) this.kinds.delete(name);
  }

  private ownKind(name: string): KindIndex {
    let kind = this.kinds.get(name);
    if (kind === undefined) kind = new KindIndex(this.owner);
    else if (kind.owner !== this.owner) kind = kind.copy(this.owner);
    else return kind;
    this.kinds.set(name, kind);
    return kind;
  }
}
