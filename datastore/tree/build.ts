import { createBranch, createLeaf, MOST, type Node, type Owner } from './node.js';

/** So full are nodes that are built at once: there is room for some keys more in each. */
const FULL = MOST - 8;

/** The tree of a set, from its keys in order: every key once, and at least one. */
export function buildSet(owner: Owner, keys: readonly string[]): Node<undefined> {
  let level = divide(keys).map((part) => ({
    least: part[0]!,
    node: createLeaf<undefined>(owner, part, undefined) as Node<undefined>,
  }));
  while (level.length > 1) {
    level = divide(level).map((part) => ({
      least: part[0]!.least,
      node: createBranch(
        owner,
        part.slice(1).map(({ least }) => least),
        part.map(({ node }) => node),
      ),
    }));
  }
  return level[0]!.node;
}

/** Parts of nearly the same length, none too long for a node. */
function divide<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / FULL);
  return Array.from({ length: count }, (_, at) =>
    items.slice(
      Math.floor((at * items.length) / count),
      Math.floor(((at + 1) * items.length) / count),
    ),
  );
}
