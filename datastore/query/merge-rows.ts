import { compareRows } from './compare-rows.js';
import { isPerValue, type Query, type Row } from './query.js';

/** Merges sorted streams of rows. Several may find the same entity: its first place counts. */
export function mergeRows(query: Query, streams: Iterable<Row>[]): Iterable<Row> {
  return streams.length === 1 ? streams[0]! : mergeSeveral(query, streams);
}

function* mergeSeveral(query: Query, streams: Iterable<Row>[]): Generator<Row> {
  const heads: { row: Row; rest: Iterator<Row> }[] = [];
  for (const stream of streams) {
    const rest = stream[Symbol.iterator]();
    const { value, done } = rest.next();
    if (!done) heads.push({ row: value, rest });
  }
  const seen = new Set<string>();
  while (heads.length > 0) {
    const head = heads.reduce((a, b) => (compareRows(query, b.row, a.row) < 0 ? b : a));
    const { row } = head;
    const { value, done } = head.rest.next();
    if (done) heads.splice(heads.indexOf(head), 1);
    else head.row = value;
    const identity = isPerValue(query) ? row.values.join('') + row.path : row.path;
    if (seen.has(identity)) continue;
    seen.add(identity);
    yield row;
  }
}
