/** Whoever may change a node in place: nodes of another owner are copied first. */
export type Owner = object;

/** A leaf holds keys in order and, beside them, their values; a set has none. */
export interface Leaf<V> {
  owner: Owner;
  keys: string[];
  values: V[] | undefined;
  children: undefined;
  size: number;
}

/** A branch holds its children and, for each but the first, the least key below it. */
export interface Branch<V> {
  owner: Owner;
  keys: string[];
  values: undefined;
  children: Node<V>[];
  size: number;
}

export type Node<V> = Leaf<V> | Branch<V>;

/** How many keys a leaf, or children a branch, holds at most. */
export const MOST = 64;
/** With fewer than this a node is merged with its neighbour. */
export const LEAST = 16;

export function createLeaf<V>(owner: Owner, keys: string[], values: V[] | undefined): Leaf<V> {
  return { owner, keys, values, children: undefined, size: keys.length };
}

export function createBranch<V>(owner: Owner, keys: string[], children: Node<V>[]): Branch<V> {
  let size = 0;
  for (const child of children) size += child.size;
  return { owner, keys, values: undefined, children, size };
}

/** The node itself if the owner may change it, else a copy that it may change. */
export function ownNode<N extends Node<V>, V>(node: N, owner: Owner): N {
  if (node.owner === owner) return node;
  return {
    owner,
    keys: node.keys.slice(),
    values: node.values?.slice(),
    children: node.children?.slice(),
    size: node.size,
  } as N;
}

/** The position of the first key that is not below the given one. */
export function lowerBound(keys: string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which child of a branch holds the key. */
export function childIndex(keys: string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}
