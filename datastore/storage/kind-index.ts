import type { Path } from '../keys/path.js';
import type { OrderedValue } from '../values/encode-value.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';
import { PropertyIndex } from './property-index.js';

const NOTHING: OrderedValue[] = [];

/** What is indexed of one kind: the keys of its entities, and each property. */
export class KindIndex {
  readonly owner: Owner;
  readonly keys: OrderedMap<undefined>;
  private readonly properties: Map<string, PropertyIndex>;

  constructor(
    owner: Owner,
    keys = OrderedMap.ofKeys(owner),
    properties = new Map<string, PropertyIndex>(),
  ) {
    this.owner = owner;
    this.keys = keys;
    this.properties = properties;
  }

  copy(owner: Owner): KindIndex {
    return new KindIndex(owner, this.keys.copy(), new Map(this.properties));
  }

  property(name: string): PropertyIndex | undefined {
    return this.properties.get(name);
  }

  propertyNames(): string[] {
    return [...this.properties.keys()];
  }

  /** Brings the indexes from what an entity was (undefined: not there) to what it is. */
  replace(
    path: Path,
    before: Map<string, OrderedValue[]> | undefined,
    after: Map<string, OrderedValue[]> | undefined,
  ): void {
    if (before === after) return;
    if (before === undefined && after !== undefined) this.keys.set(this.owner, path, undefined);
    if (before !== undefined && after === undefined) this.keys.delete(this.owner, path);
    for (const [name, values] of before ?? []) {
      if (!after?.has(name)) this.replaceProperty(name, path, values, NOTHING);
    }
    for (const [name, values] of after ?? []) {
      this.replaceProperty(name, path, before?.get(name) ?? NOTHING, values);
    }
  }

  private replaceProperty(
    name: string,
    path: Path,
    before: OrderedValue[],
    after: OrderedValue[],
  ): void {
    if (before.length === after.length && before.every((value, at) => value === after[at])) return;
    const index = this.ownProperty(name);
    index.replace(path, before, after);
    if (index.isEmpty) this.properties.delete(name);
  }

  private ownProperty(name: string): PropertyIndex {
    let index = this.properties.get(name);
    if (index === undefined) index = new PropertyIndex(this.owner);
    else if (index.owner !== this.owner) index = index.copy(this.owner);
    else return index;
    this.properties.set(name, index);
    return index;
  }
}
