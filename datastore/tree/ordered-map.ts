import { AFTER_ALL } from '../values/order-bytes.js';
import { buildSet } from './build.js';
import { insertBelow, removeBelow } from './edit.js';
import {
  childIndex,
  createBranch,
  createLeaf,
  lowerBound,
  type Leaf,
  type Node,
  type Owner,
} from './node.js';
import { scanBackward, scanForward } from './scan.js';

/**
 * An ordered map from byte strings to values: a copy-on-write B+tree. A copy costs nothing; the nodes that two copies
 * share are copied when one of them changes them. Every node knows how many keys are below it, so that the number of
 * keys in a range is known without visiting them.
 */
export class OrderedMap<V> {
  private root: Node<V>;

  private constructor(root: Node<V>) {
    this.root = root;
  }

  /** A map with values. */
  static ofValues<V>(owner: Owner): OrderedMap<V> {
    return new OrderedMap<V>(createLeaf<V>(owner, [], []));
  }

  /** A set: a map whose values take no room. */
  static ofKeys(owner: Owner): OrderedMap<undefined> {
    return new OrderedMap<undefined>(createLeaf<undefined>(owner, [], undefined));
  }

  /** How many keys there are. */
  get size(): number {
    return this.root.size;
  }

  /** A copy. Whoever changes either must do so as a new owner from now on. */
  copy(): OrderedMap<V> {
    return new OrderedMap(this.root);
  }

  get(key: string): V | undefined {
    const leaf = this.findLeaf(key);
    const at = lowerBound(leaf.keys, key);
    return leaf.keys[at] === key ? leaf.values?.[at] : undefined;
  }

  has(key: string): boolean {
    const leaf = this.findLeaf(key);
    return leaf.keys[lowerBound(leaf.keys, key)] === key;
  }

  /** The first key that is not below the given one. */
  ceiling(key: string): string | undefined {
    const { keys } = this.findLeaf(key);
    const at = lowerBound(keys, key);
    if (at < keys.length) return keys[at];
    for (const [next] of this.range(key, AFTER_ALL)) return next;
    return undefined;
  }

  set(owner: Owner, key: string, value: V): void {
    const { node, right, separator } = insertBelow(this.root, owner, key, value);
    this.root = right === undefined ? node : createBranch(owner, [separator], [node, right]);
  }

  /** Adds keys that a set does not have, each once, in any order. Sorts them in place. */
  addKeys(this: OrderedMap<undefined>, owner: Owner, keys: string[]): void {
    keys.sort();
    if (this.size === 0 && keys.length > 0) this.root = buildSet(owner, keys);
    else for (const key of keys) this.set(owner, key, undefined);
  }

  /** Removes a key and says whether it was there. */
  delete(owner: Owner, key: string): boolean {
    if (!this.has(key)) return false;
    let root = removeBelow(this.root, owner, key);
    while (root.children?.length === 1) root = root.children[0]!;
    this.root = root;
    return true;
  }

  /** How many keys are below the given one. */
  rank(key: string): number {
    let node = this.root;
    let rank = 0;
    while (node.children !== undefined) {
      const at = childIndex(node.keys, key);
      for (let before = 0; before < at; before++) rank += node.children[before]!.size;
      node = node.children[at]!;
    }
    return rank + lowerBound(node.keys, key);
  }

  /** How many keys are in the half-open range. */
  count(from: string, to: string): number {
    return from >= to ? 0 : this.rank(to) - this.rank(from);
  }

  /** The keys and values of the half-open range, in order or against it. The map must not change meanwhile. */
  range(from: string, to: string, descending = false): Generator<[string, V]> {
    return descending ? scanBackward(this.root, from, to) : scanForward(this.root, from, to);
  }

  private findLeaf(key: string): Leaf<V> {
    let node = this.root;
    while (node.children !== undefined) node = node.children[childIndex(node.keys, key)]!;
    return node;
  }
}
