import type { Component, Row } from './query.js';

/** How a query sorts. */
export interface SortOrder {
  components: readonly Component[];
  keyDescending: boolean;
}

/** Compares two rows in the order of a query. */
export function compareRows(order: SortOrder, a: Row, b: Row): number {
  const { components } = order;
  for (let at = 0; at < components.length; at++) {
    const difference = compare(a.values[at]!, b.values[at]!);
    if (difference !== 0) return components[at]!.descending ? -difference : difference;
  }
  const difference = compare(a.path, b.path);
  return order.keyDescending ? -difference : difference;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
