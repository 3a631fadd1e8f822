import {
  childIndex,
  createBranch,
  createLeaf,
  LEAST,
  lowerBound,
  MOST,
  ownNode,
  type Branch,
  type Leaf,
  type Node,
  type Owner,
} from './node.js';

/** What inserting below a node did to it: it may have been split in two. */
export interface Insertion<V> {
  node: Node<V>;
  right: Node<V> | undefined;
  /** The least key of `right`. */
  separator: string;
}

/** Sets a key below a node. */
export function insertBelow<V>(node: Node<V>, owner: Owner, key: string, value: V): Insertion<V> {
  return node.children === undefined
    ? insertIntoLeaf(node, owner, key, value)
    : insertIntoBranch(node, owner, key, value);
}

function insertIntoLeaf<V>(shared: Leaf<V>, owner: Owner, key: string, value: V): Insertion<V> {
  const at = lowerBound(shared.keys, key);
  const leaf = ownNode<Leaf<V>, V>(shared, owner);
  if (leaf.keys[at] === key) {
    if (leaf.values !== undefined) leaf.values[at] = value;
    return { node: leaf, right: undefined, separator: '' };
  }
  leaf.keys.splice(at, 0, key);
  leaf.values?.splice(at, 0, value);
  leaf.size = leaf.keys.length;
  if (leaf.keys.length <= MOST) return { node: leaf, right: undefined, separator: '' };
  // Ascending inserts are the common case: leaving the left node nearly full halves the memory they take.
  const middle = at === leaf.keys.length - 1 ? leaf.keys.length - 4 : leaf.keys.length >>> 1;
  const right = createLeaf<V>(owner, leaf.keys.slice(middle), leaf.values?.slice(middle));
  // A fresh array is exactly as long as it must be; a truncated one keeps its room.
  leaf.keys = leaf.keys.slice(0, middle);
  if (leaf.values !== undefined) leaf.values = leaf.values.slice(0, middle);
  leaf.size = middle;
  return { node: leaf, right, separator: right.keys[0]! };
}

function insertIntoBranch<V>(shared: Branch<V>, owner: Owner, key: string, value: V): Insertion<V> {
  const branch = ownNode<Branch<V>, V>(shared, owner);
  const at = childIndex(branch.keys, key);
  const before = branch.children[at]!;
  const sizeBefore = before.size;
  const { node, right, separator } = insertBelow(before, owner, key, value);
  branch.children[at] = node;
  branch.size += node.size - sizeBefore;
  if (right === undefined) return { node: branch, right: undefined, separator: '' };
  branch.keys.splice(at, 0, separator);
  branch.children.splice(at + 1, 0, right);
  branch.size += right.size;
  if (branch.children.length <= MOST) return { node: branch, right: undefined, separator: '' };
  const atEnd = at + 1 === branch.children.length - 1;
  const middle = atEnd ? branch.children.length - 4 : branch.children.length >>> 1;
  const up = branch.keys[middle - 1]!;
  const half = createBranch(owner, branch.keys.slice(middle), branch.children.slice(middle));
  return {
    node: createBranch(owner, branch.keys.slice(0, middle - 1), branch.children.slice(0, middle)),
    right: half,
    separator: up,
  };
}

/** Removes a key that is below a node. */
export function removeBelow<V>(shared: Node<V>, owner: Owner, key: string): Node<V> {
  if (shared.children === undefined) return removeFromLeaf(shared, owner, key);
  const branch = ownNode<Branch<V>, V>(shared, owner);
  const at = childIndex(branch.keys, key);
  const child = removeBelow(branch.children[at]!, owner, key);
  branch.children[at] = child;
  branch.size -= 1;
  if (weight(child) < LEAST && branch.children.length > 1) {
    mergeChild(branch, owner, at === 0 ? 0 : at - 1);
  }
  return branch;
}

function removeFromLeaf<V>(shared: Leaf<V>, owner: Owner, key: string): Leaf<V> {
  const leaf = ownNode<Leaf<V>, V>(shared, owner);
  const at = lowerBound(leaf.keys, key);
  leaf.keys.splice(at, 1);
  leaf.values?.splice(at, 1);
  leaf.size = leaf.keys.length;
  return leaf;
}

/** Joins a branch's child with the one after it and, if that is too much for one node, halves the sum. */
function mergeChild<V>(branch: Branch<V>, owner: Owner, at: number): void {
  const left = branch.children[at]!;
  const right = branch.children[at + 1]!;
  const merged = join(left, right, owner, branch.keys[at]!);
  if (weight(merged) <= MOST) {
    branch.children.splice(at, 2, merged);
    branch.keys.splice(at, 1);
    return;
  }
  const middle = weight(merged) >>> 1;
  if (merged.children === undefined) {
    const { keys, values } = merged;
    branch.children[at] = createLeaf<V>(owner, keys.slice(0, middle), values?.slice(0, middle));
    branch.children[at + 1] = createLeaf<V>(owner, keys.slice(middle), values?.slice(middle));
    branch.keys[at] = keys[middle]!;
  } else {
    const { keys, children } = merged;
    branch.children[at] = createBranch(owner, keys.slice(0, middle - 1), children.slice(0, middle));
    branch.children[at + 1] = createBranch(owner, keys.slice(middle), children.slice(middle));
    branch.keys[at] = keys[middle - 1]!;
  }
}

function join<V>(left: Node<V>, right: Node<V>, owner: Owner, separator: string): Node<V> {
  if (left.children === undefined || right.children === undefined) {
    return createLeaf<V>(
      owner,
      left.keys.concat(right.keys),
      left.values?.concat(right.values ?? []),
    );
  }
  return createBranch(
    owner,
    left.keys.concat(separator, right.keys),
    left.children.concat(right.children),
  );
}

function weight<V>(node: Node<V>): number {
  return node.children === undefined ? node.keys.length : node.children.length;
}
