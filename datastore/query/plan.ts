import type { KindIndex } from '../storage/kind-index.js';
import type { NamespaceData } from '../storage/namespace-data.js';
import type { OrderedMap } from '../tree/ordered-map.js';
import type { Component, Conjunction, Query } from './query.js';
import { EVERYTHING, intersect, isEmpty, type Range } from './range.js';

/** A stretch of an ordered map in which all results of a conjunction are found. */
export interface Source {
  map: OrderedMap<unknown>;
  range: Range;
  count: number;
  /** The property whose index it is; undefined: entries are the paths themselves. */
  property: string | undefined;
  /** The one value at which the index is read, or undefined if it is read over a range. */
  value: string | undefined;
  /** Whether its entries come in the query's order. */
  isSorted: boolean;
  /** Whether being in it is all that the conjunction asks for. */
  isExact: boolean;
  /** Whether an entity may be in it more than once. */
  mayRepeat: boolean;
}

/** The cheapest way to the results of a conjunction; undefined if there can be none. */
export function planConjunction(
  query: Query,
  conjunction: Conjunction,
  data: NamespaceData,
): Source | undefined {
  if (isEmpty(conjunction.keys)) return undefined;
  const kind = query.kind === undefined ? undefined : data.kind(query.kind);
  if (query.kind !== undefined && kind === undefined) return undefined;
  const planner = new Planner(query, conjunction, data, kind);
  const sources = planner.listSources();
  if (sources === undefined) return undefined;
  return sources.reduce((best, source) => (isCheaper(source, best) ? source : best));
}

/** Fewer entries first; among equals, those that need no sorting. */
function isCheaper(a: Source, b: Source): boolean {
  if (a.count !== b.count) return a.count < b.count;
  return Number(a.isSorted) + Number(a.isExact) > Number(b.isSorted) + Number(b.isExact);
}

class Planner {
  private readonly query: Query;
  private readonly conjunction: Conjunction;
  private readonly data: NamespaceData;
  private readonly kind: KindIndex | undefined;
  /** What is left to sort by once the properties with an equality, which are constant, are left out. */
  private readonly sorting: Component[];
  /** How many conditions there are, key ranges apart. */
  private readonly needed: Set<string>;

  constructor(
    query: Query,
    conjunction: Conjunction,
    data: NamespaceData,
    kind: KindIndex | undefined,
  ) {
    this.query = query;
    this.conjunction = conjunction;
    this.data = data;
    this.kind = kind;
    this.sorting = query.components.filter(({ property }) => !conjunction.equals.has(property));
    this.needed = new Set([
      ...conjunction.equals.keys(),
      ...conjunction.ranges.keys(),
      ...query.components.map(({ property }) => property),
      ...query.required,
    ]);
  }

  /** Every stretch that holds all results; undefined if an index that they must be in does not exist. */
  listSources(): Source[] | undefined {
    const sources = [this.keySource()];
    if (this.kind === undefined) return sources;
    for (const property of this.needed) {
      if (this.kind?.property(property) === undefined) return undefined;
    }
    for (const [property, values] of this.conjunction.equals) {
      for (const value of values) sources.push(this.equalitySource(property, value));
    }
    for (const property of this.needed) {
      if (!this.conjunction.equals.has(property)) sources.push(this.rangeSource(property));
    }
    return sources;
  }

  private keySource(): Source {
    const map: OrderedMap<unknown> = this.kind?.keys ?? this.data.entities;
    return {
      map,
      range: this.conjunction.keys,
      count: map.count(this.conjunction.keys.from, this.conjunction.keys.to),
      property: undefined,
      value: undefined,
      isSorted: this.sorting.length === 0,
      isExact: this.needed.size === 0,
      mayRepeat: false,
    };
  }

  private equalitySource(property: string, value: string): Source {
    const index = this.kind!.property(property)!;
    const { keys } = this.conjunction;
    const range = { from: value + keys.from, to: value + keys.to };
    return {
      map: index.entries,
      range,
      count: index.entries.count(range.from, range.to),
      property,
      value,
      isSorted: this.sorting.length === 0,
      isExact:
        this.needed.size === 1 &&
        this.conjunction.equals.get(property)!.length === 1 &&
        !this.conjunction.ranges.has(property),
      mayRepeat: false,
    };
  }

  private rangeSource(property: string): Source {
    const index = this.kind!.property(property)!;
    const range = intersect(this.conjunction.ranges.get(property) ?? EVERYTHING, EVERYTHING);
    const [first, ...others] = this.sorting;
    return {
      map: index.entries,
      range,
      count: index.entries.count(range.from, range.to),
      property,
      value: undefined,
      isSorted:
        first !== undefined &&
        others.length === 0 &&
        this.query.keyPosition === this.query.components.length &&
        first.property === property &&
        first.descending === this.query.keyDescending,
      isExact: this.needed.size === 1 && this.conjunction.keys === EVERYTHING,
      mayRepeat: index.repeated > 0,
    };
  }
}
