import type { NamespaceData } from '../storage/namespace-data.js';
import type { PropertyIndex } from '../storage/property-index.js';
import type { OrderedMap } from '../tree/ordered-map.js';
import { AFTER_ALL } from '../values/order-bytes.js';
import type { Component, Conjunction, Cursor, Query } from './query.js';
import { EVERYTHING, intersect, isEmpty, type Range } from './range.js';
import { estimateCost, type Membership, type Source } from './source.js';

/** How the results of a conjunction are found. */
export interface Plan {
  source: Source;
  /**
   * What to turn to when more entries were read than `budget`: the results that are wanted do not come early, as was
   * hoped, in the order in which the source is read.
   */
  fallback: Source | undefined;
  budget: number;
}

/** The cheapest way to the results of a conjunction; undefined if there can be none. */
export function planConjunction(
  query: Query,
  conjunction: Conjunction,
  data: NamespaceData,
): Plan | undefined {
  if (isEmpty(conjunction.keys)) return undefined;
  const sources = new Planner(query, conjunction, data).listSources();
  if (sources === undefined) return undefined;
  const matches = Math.min(...sources.map(({ count }) => count));
  const wanted = query.limit === undefined ? Infinity : query.offset + query.limit;
  const costOf = (source: Source, most: number): number => estimateCost(source, most, matches);
  const cheapest = (most: number): Source =>
    sources.reduce((best, source) => (costOf(source, most) < costOf(best, most) ? source : best));
  const source = cheapest(wanted);
  const complete = cheapest(Infinity);
  return {
    source,
    fallback: source === complete ? undefined : complete,
    budget: costOf(complete, Infinity),
  };
}

class Planner {
  private readonly query: Query;
  private readonly conjunction: Conjunction;
  private readonly data: NamespaceData;
  /** What is left to sort by once the properties with an equality, which are constant, are left out. */
  private readonly sorting: Component[];
  /** How many conditions there are, key ranges apart. */
  private readonly needed: Set<string>;

  constructor(query: Query, conjunction: Conjunction, data: NamespaceData) {
    this.query = query;
    this.conjunction = conjunction;
    this.data = data;
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
    const { kind } = this.query;
    if (kind === undefined) return [this.keySource(this.data.entities)];
    const keys = this.data.keysOf(kind);
    if (keys === undefined) return undefined;
    for (const property of this.needed) {
      if (this.data.index(kind, property) === undefined) return undefined;
    }
    const sources = [this.keySource(keys)];
    for (const [property, values] of this.conjunction.equals) {
      for (const value of values) sources.push(this.equalitySource(property, value));
    }
    for (const property of this.needed) {
      if (!this.conjunction.equals.has(property)) sources.push(this.rangeSource(property));
    }
    return sources;
  }

  private keySource(map: OrderedMap<unknown>): Source {
    const isSorted = this.sorting.length === 0;
    const { keys } = this.conjunction;
    return this.complete({
      map,
      range: isSorted ? this.narrow(keys, (cursor) => cursor.path) : keys,
      property: undefined,
      value: undefined,
      others: this.listOthers(),
      order: isSorted ? 'whole' : 'none',
      descending: isSorted && this.query.keyDescending,
      mayRepeat: false,
    });
  }

  private equalitySource(property: string, value: string): Source {
    const { keys } = this.conjunction;
    const isSorted = this.sorting.length === 0;
    const range = { from: value + keys.from, to: value + keys.to };
    return this.complete({
      map: this.index(property).entries,
      range: isSorted ? this.narrow(range, (cursor) => value + cursor.path) : range,
      property,
      value,
      others: this.listOthers(property, value),
      order: isSorted ? 'whole' : 'none',
      descending: isSorted && this.query.keyDescending,
      mayRepeat: false,
    });
  }

  private rangeSource(property: string): Source {
    const index = this.index(property);
    const order = this.orderOf(property);
    const range = this.conjunction.ranges.get(property) ?? EVERYTHING;
    return this.complete({
      map: index.entries,
      range: order === 'none' ? range : this.narrowValues(range, property, order),
      property,
      value: undefined,
      others: this.listOthers(),
      order,
      descending: order !== 'none' && this.sorting[0]!.descending,
      mayRepeat: index.repeated > 0,
    });
  }

  /** Of a property that there is an index of. */
  private index(property: string): PropertyIndex {
    return this.data.index(this.query.kind!, property)!;
  }

  private complete(source: Omit<Source, 'count' | 'isExact'>): Source {
    const { equals, ranges } = this.conjunction;
    const isOwn = (property: string): boolean => property === source.property;
    const isDecided = (property: string): boolean => isOwn(property) || equals.has(property);
    const isExact =
      [...ranges.keys()].every((property) => isOwn(property) && !equals.has(property)) &&
      this.query.required.every(isDecided) &&
      this.query.components.every(
        ({ property }) => isDecided(property) && (equals.get(property)?.length ?? 1) === 1,
      );
    return { ...source, count: source.map.count(source.range.from, source.range.to), isExact };
  }

  /** How the index of a property is sorted, seen from the query. */
  private orderOf(property: string): Source['order'] {
    const [first, ...others] = this.sorting;
    const { components, keyPosition, keyDescending } = this.query;
    if (first?.property !== property || keyPosition <= components.indexOf(first)) return 'none';
    const isWhole =
      others.length === 0 &&
      keyPosition === components.length &&
      first.descending === keyDescending;
    return isWhole ? 'whole' : 'first';
  }

  private listOthers(property?: string, value?: string): Membership[] {
    return [...this.conjunction.equals].flatMap(([name, values]) =>
      values
        .filter((one) => name !== property || one !== value)
        .map((one) => ({ entries: this.index(name).entries, value: one })),
    );
  }

  /** Leaves out what lies before the start cursor or after the end cursor. */
  private narrow(range: Range, entryOf: (cursor: { path: string }) => string): Range {
    const [low, high] = this.bounds(this.query.keyDescending);
    const from = low === undefined ? '' : entryOf(low);
    const to = high === undefined ? AFTER_ALL : `${entryOf(high)}\0`;
    return intersect(range, { from, to });
  }

  /** The cursors as bounds, as far as they stand among these results and not among those of another alternative. */
  private bounds(descending: boolean): [Cursor | undefined, Cursor | undefined] {
    const { start, end, components } = this.query;
    const isAmong = (cursor: Cursor): boolean =>
      components.every(({ property }, at) => {
        const [value] = this.conjunction.equals.get(property) ?? [];
        return value === undefined || value === cursor.values[at];
      });
    const [first, last] = [start, end].map((cursor) =>
      cursor !== undefined && isAmong(cursor) ? cursor : undefined,
    );
    return descending ? [last, first] : [first, last];
  }

  private narrowValues(range: Range, property: string, order: Source['order']): Range {
    const { components } = this.query;
    const at = components.findIndex((component) => component.property === property);
    const [low, high] = this.bounds(components[at]!.descending);
    const isWhole = order === 'whole';
    const from = low === undefined ? '' : low.values[at]! + (isWhole ? low.path : '');
    const to =
      high === undefined ? AFTER_ALL : high.values[at]! + (isWhole ? `${high.path}\0` : AFTER_ALL);
    return intersect(range, { from, to });
  }
}
