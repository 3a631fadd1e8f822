import type { EntityCodec } from '../storage/entity-codec.js';
import type { NamespaceData } from '../storage/namespace-data.js';
import { compareRows } from './compare-rows.js';
import type { Plan } from './plan.js';
import type { Conjunction, Query, Row } from './query.js';
import { SourceScanner } from './scan-source.js';
import type { Source } from './source.js';
import { Meter } from './walk.js';

/** The results of one conjunction in the query's order, as far as they are asked for. */
export function* sortedRows(
  query: Query,
  conjunction: Conjunction,
  { source, fallback, budget }: Plan,
  data: NamespaceData,
  codec: EntityCodec,
): Generator<Row> {
  const scan = (from: Source, meter: Meter): Generator<Row> => {
    const rows = new SourceScanner(query, conjunction, from, data, codec).rows(meter);
    return sortRows(query, from, rows, meter);
  };
  const meter = new Meter(fallback === undefined ? Infinity : budget);
  let last: Row | undefined;
  for (const row of scan(source, meter)) {
    last = row;
    yield row;
  }
  if (fallback === undefined || !meter.isSpent) return;
  for (const row of scan(fallback, new Meter())) {
    if (last === undefined || compareRows(query, row, last) > 0) yield row;
  }
}

function* sortRows(
  query: Query,
  { order, property }: Source,
  rows: Iterable<Row>,
  meter: Meter,
): Generator<Row> {
  if (order === 'whole') {
    yield* rows;
    return;
  }
  const at = query.components.findIndex((component) => component.property === property);
  let group: Row[] = [];
  for (const row of rows) {
    if (order === 'first' && group.length > 0 && group[0]!.values[at] !== row.values[at]) {
      yield* sortGroup(query, group);
      group = [];
    }
    group.push(row);
  }
  // Where reading was ended the group is not complete.
  if (!meter.isSpent) yield* sortGroup(query, group);
}

function sortGroup(query: Query, group: Row[]): Row[] {
  return group.length > 1 ? group.toSorted((a, b) => compareRows(query, a, b)) : group;
}
