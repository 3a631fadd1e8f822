import { childIndex, lowerBound, type Leaf, type Node } from './node.js';

/** The keys of the half-open range in order. */
export function* scanForward<V>(root: Node<V>, from: string, to: string): Generator<[string, V]> {
  if (from >= to) return;
  for (const leaf of leavesForward(root, from, to)) {
    const { keys, values } = leaf;
    const last = keys.length === 0 || keys[keys.length - 1]! < to;
    const end = last ? keys.length : lowerBound(keys, to);
    for (let at = lowerBound(keys, from); at < end; at++) yield [keys[at]!, values?.[at] as V];
  }
}

/** The keys of the half-open range against their order. */
export function* scanBackward<V>(root: Node<V>, from: string, to: string): Generator<[string, V]> {
  if (from >= to) return;
  for (const leaf of leavesBackward(root, from, to)) {
    const { keys, values } = leaf;
    const start = lowerBound(keys, from);
    for (let at = lowerBound(keys, to) - 1; at >= start; at--) yield [keys[at]!, values?.[at] as V];
  }
}

function* leavesForward<V>(node: Node<V>, from: string, to: string): Generator<Leaf<V>> {
  if (node.children === undefined) {
    yield node;
    return;
  }
  for (let at = childIndex(node.keys, from); at < node.children.length; at++) {
    if (at > 0 && node.keys[at - 1]! >= to) return;
    yield* leavesForward(node.children[at]!, from, to);
  }
}

function* leavesBackward<V>(node: Node<V>, from: string, to: string): Generator<Leaf<V>> {
  if (node.children === undefined) {
    yield node;
    return;
  }
  for (let at = childIndex(node.keys, to); at >= 0; at--) {
    yield* leavesBackward(node.children[at]!, from, to);
    if (at > 0 && node.keys[at - 1]! <= from) return;
  }
}
