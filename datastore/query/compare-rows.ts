import type { Component, Row } from './query.js';

/** How a query sorts. */
export interface SortOrder {
  components: Component[];
  keyDescending: boolean;
  keyPosition: number;
}

/** Compares two rows in the order of a query. */
export function compareRows(order: SortOrder, a: Row, b: Row): number {
  const { components, keyPosition } = order;
  for (let at = 0; at < keyPosition; at++) {
    const difference = compare(a.values[at]!, b.values[at]!);
    if (difference !== 0) return components[at]!.descending ? -difference : difference;
  }
  if (a.path !== b.path) return a.path < b.path !== order.keyDescending ? -1 : 1;
  for (let at = keyPosition; at < components.length; at++) {
    const difference = compare(a.values[at]!, b.values[at]!);
    if (difference !== 0) return components[at]!.descending ? -difference : difference;
  }
  return 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
