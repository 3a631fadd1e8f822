import type { OrderedMap } from '../tree/ordered-map.js';
import type { Range } from './range.js';

/** A stretch of an ordered map in which all results of a conjunction are found. */
export interface Source {
  map: OrderedMap<unknown>;
  range: Range;
  count: number;
  /** The property whose index it is; undefined: entries are the paths themselves. */
  property: string | undefined;
  /** The one value at which the index is read, or undefined if it is read over a range. */
  value: string | undefined;
  /** The other equalities: each is a value that the index must have the path at. */
  others: Membership[];
  /** How far its entries come in the query's order: wholly, by the first property that counts, or not at all. */
  order: 'whole' | 'first' | 'none';
  /** Whether it is read backward. */
  descending: boolean;
  /** Whether being in it and in the others is all that the conjunction asks for, key ranges apart. */
  isExact: boolean;
  /** Whether an entity may be in it more than once. */
  mayRepeat: boolean;
}

/** A value in the index of a property. */
export interface Membership {
  entries: OrderedMap<unknown>;
  value: string;
}

// In units of an entry that is passed over. An entity that must be decoded costs as much as many of those.
const DECODE = 12;
const SORT = 3;

/**
 * What it costs to find so many results in a source, of which there are at most `matches`. What comes in the query's
 * order is read only as far as it is wanted.
 */
export function estimateCost(source: Source, wanted: number, matches: number): number {
  const { count, order, isExact, mayRepeat, others } = source;
  const perEntry = isExact && !mayRepeat ? 1 + others.length : DECODE;
  if (order === 'none') return count * (perEntry + SORT);
  const entries = matches === 0 ? 0 : Math.min(count, (wanted * count) / matches);
  return entries * (order === 'whole' ? perEntry : perEntry + SORT);
}
