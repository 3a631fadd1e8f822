import type { EntityCodec } from '../storage/entity-codec.js';
import type { NamespaceData } from '../storage/namespace-data.js';
import { orderedValueLength } from '../values/encode-value.js';
import { compareRows } from './compare-rows.js';
import type { Cursor } from './cursor.js';
import { EntityValues } from './entity-values.js';
import { placeEntity } from './match.js';
import { planConjunction, type Source } from './plan.js';
import { isPerValue, type Conjunction, type Query, type Row } from './query.js';
import { contains, intersect, type Range } from './range.js';

/** The results of a query in its order, between its cursors, before offset and limit. */
export function* findRows(query: Query, data: NamespaceData, codec: EntityCodec): Generator<Row> {
  const finder = new RowFinder(query, data, codec);
  const { start, end, distinct } = query;
  let before: Row | undefined;
  for (const row of finder.sortedRows()) {
    if (start !== undefined && !isAfter(query, row, start)) continue;
    if (end !== undefined && isAfter(query, row, end)) return;
    if (distinct > 0 && before !== undefined && isSameGroup(row, before, distinct)) continue;
    before = row;
    yield row;
  }
}

/** Whether a row comes after a position. */
function isAfter(query: Query, row: Row, position: Cursor): boolean {
  const difference = compareRows(query, row, position);
  return position.isBefore ? difference >= 0 : difference > 0;
}

/** How many results there are, if that can be told without visiting them. */
export function countRows(query: Query, data: NamespaceData): number | undefined {
  const [conjunction] = query.disjuncts;
  if (query.disjuncts.length !== 1 || query.start || query.end || query.distinct > 0) {
    return undefined;
  }
  const source = planConjunction(query, conjunction!, data);
  if (source === undefined) return 0;
  return source.isExact && !source.mayRepeat ? source.count : undefined;
}

function isSameGroup(a: Row, b: Row, distinct: number): boolean {
  for (let at = 0; at < distinct; at++) if (a.values[at] !== b.values[at]) return false;
  return true;
}

class RowFinder {
  private readonly query: Query;
  private readonly data: NamespaceData;
  private readonly codec: EntityCodec;

  constructor(query: Query, data: NamespaceData, codec: EntityCodec) {
    this.query = query;
    this.data = data;
    this.codec = codec;
  }

  sortedRows(): Iterable<Row> {
    const plans = this.query.disjuncts.flatMap((conjunction) => {
      const source = planConjunction(this.query, conjunction, this.data);
      return source === undefined ? [] : [{ conjunction, source }];
    });
    const [first, ...others] = plans;
    if (first === undefined) return [];
    if (others.length === 0 && first.source.isSorted) {
      return this.rowsOf(first.conjunction, first.source);
    }
    const rows = plans.flatMap(({ conjunction, source }) => [...this.rowsOf(conjunction, source)]);
    rows.sort((a, b) => compareRows(this.query, a, b));
    return others.length === 0 ? rows : this.withoutRepeats(rows);
  }

  /** Several conjunctions may find the same entity: its first place counts. */
  private *withoutRepeats(rows: Row[]): Generator<Row> {
    const seen = new Set<string>();
    for (const row of rows) {
      const identity = isPerValue(this.query) ? row.values.join('') + row.path : row.path;
      if (seen.has(identity)) continue;
      seen.add(identity);
      yield row;
    }
  }

  private *rowsOf(conjunction: Conjunction, source: Source): Generator<Row> {
    const descending = source.isSorted && this.query.keyDescending;
    const range = source.isSorted ? this.narrow(source) : source.range;
    const isInKeys = (path: string): boolean => contains(conjunction.keys, path);
    for (const [entry] of source.map.range(range.from, range.to, descending)) {
      const length =
        source.value?.length ?? (source.property === undefined ? 0 : orderedValueLength(entry));
      const path = length === 0 ? entry : entry.slice(length);
      if (!isInKeys(path)) continue;
      const ordered = length === 0 ? undefined : entry.slice(0, length);
      if (source.isExact && !source.mayRepeat) {
        yield { path, values: this.query.components.map(() => ordered!) };
      } else yield* this.evaluate(conjunction, source, path, ordered);
    }
  }

  private *evaluate(
    conjunction: Conjunction,
    source: Source,
    path: string,
    ordered: string | undefined,
  ): Generator<Row> {
    const entity = this.data.entities.get(path)!;
    const at = this.query.components.findIndex(({ property }) => property === source.property);
    const values = new EntityValues(this.codec, this.query.partition, entity);
    if (
      source.mayRepeat &&
      at === -1 &&
      !this.isFirstEntry(conjunction, source, values, ordered!)
    ) {
      return;
    }
    for (const place of placeEntity(this.query, conjunction, values)) {
      // An entity stands in an index once for each value; only the entry of its place in the order is its result.
      if (source.mayRepeat && at !== -1 && place[at] !== ordered) continue;
      yield { path, values: place };
    }
  }

  private isFirstEntry(
    conjunction: Conjunction,
    source: Source,
    values: EntityValues,
    ordered: string,
  ): boolean {
    const range = conjunction.ranges.get(source.property!);
    return values
      .of(source.property!)
      .every((value) => value >= ordered || (range !== undefined && !contains(range, value)));
  }

  /** Leaves out of a sorted source what lies before the start cursor or after the end cursor. */
  private narrow(source: Source): Range {
    const { start, end, keyDescending } = this.query;
    const at = this.query.components.findIndex(({ property }) => property === source.property);
    const entryOf = (row: Row): string =>
      source.property === undefined ? row.path : (source.value ?? row.values[at]!) + row.path;
    let range = source.range;
    const [low, high] = keyDescending ? [end, start] : [start, end];
    if (low !== undefined) range = intersect(range, { from: entryOf(low), to: '\xff' });
    if (high !== undefined) range = intersect(range, { from: '', to: `${entryOf(high)}\0` });
    return range;
  }
}
