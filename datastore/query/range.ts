import { AFTER_ALL } from '../values/order-bytes.js';

/**
 * A half-open range of byte strings. What it bounds is prefix-free, so "after v" is "from v and the highest byte on",
 * for values as for the index entries that begin with them.
 */
export interface Range {
  from: string;
  to: string;
}

export const EVERYTHING: Range = { from: '', to: AFTER_ALL };

/** The part that two ranges share; it may be empty. */
export function intersect(a: Range, b: Range): Range {
  return { from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to };
}

export function isEmpty({ from, to }: Range): boolean {
  return from >= to;
}

export function contains({ from, to }: Range, text: string): boolean {
  return from <= text && text < to;
}

/** The range of values that compare so to a value. */
export function rangeOfValues(op: Comparison, value: string): Range {
  switch (op) {
    case '=':
      return { from: value, to: value + AFTER_ALL };
    case '<':
      return { from: '', to: value };
    case '<=':
      return { from: '', to: value + AFTER_ALL };
    case '>':
      return { from: value + AFTER_ALL, to: AFTER_ALL };
    default:
      return { from: value, to: AFTER_ALL };
  }
}

/** The range of paths that compare so to a path; descendants follow it, so "after it" is not "after its prefix". */
export function rangeOfPaths(op: Comparison, path: string): Range {
  switch (op) {
    case '=':
      return { from: path, to: `${path}\0` };
    case '<':
      return { from: '', to: path };
    case '<=':
      return { from: '', to: `${path}\0` };
    case '>':
      return { from: `${path}\0`, to: AFTER_ALL };
    default:
      return { from: path, to: AFTER_ALL };
  }
}

/** Whether a range of paths holds one at most. */
export function isSinglePath({ from, to }: Range): boolean {
  return to <= `${from}\0`;
}

/** An entity and its descendants. */
export function rangeOfDescendants(path: string): Range {
  return { from: path, to: path + AFTER_ALL };
}

export type Comparison = '=' | '<' | '<=' | '>' | '>=';
