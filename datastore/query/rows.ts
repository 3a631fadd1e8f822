import type { EntityCodec } from '../storage/entity-codec.js';
import type { NamespaceData } from '../storage/namespace-data.js';
import { compareRows } from './compare-rows.js';
import { mergeRows } from './merge-rows.js';
import { planConjunction } from './plan.js';
import type { Cursor, Query, Row } from './query.js';
import { EVERYTHING } from './range.js';
import { sortedRows } from './sorted-rows.js';

/** The results of a query in its order, between its cursors, before offset and limit. */
export function* findRows(query: Query, data: NamespaceData, codec: EntityCodec): Generator<Row> {
  const { start, end, distinct } = query;
  // Who continues after a result has had its group.
  let before: Row | undefined = start?.isBefore ? undefined : start;
  const streams = query.disjuncts.flatMap((conjunction) => {
    const plan = planConjunction(query, conjunction, data);
    return plan === undefined ? [] : [sortedRows(query, conjunction, plan, data, codec)];
  });
  for (const row of mergeRows(query, streams)) {
    if (start !== undefined && !isAfter(query, row, start)) continue;
    if (end !== undefined && isAfter(query, row, end)) return;
    if (distinct > 0 && before !== undefined && isSameGroup(row, before, distinct)) continue;
    before = row;
    yield row;
  }
}

/** How many results there are, if that can be told without visiting them. */
export function countRows(query: Query, data: NamespaceData): number | undefined {
  const [conjunction] = query.disjuncts;
  if (query.disjuncts.length !== 1 || query.start || query.end || query.distinct > 0) {
    return undefined;
  }
  const plan = planConjunction({ ...query, limit: undefined }, conjunction!, data);
  if (plan === undefined) return 0;
  const { isExact, mayRepeat, others, property, value, count } = plan.source;
  const isOfAnyKey = property !== undefined && value === undefined;
  if (!isExact || mayRepeat || others.length > 0) return undefined;
  return isOfAnyKey && conjunction!.keys !== EVERYTHING ? undefined : count;
}

/** Whether a row comes after a position. */
function isAfter(query: Query, row: Row, position: Cursor): boolean {
  const difference = compareRows(query, row, position);
  return position.isBefore ? difference >= 0 : difference > 0;
}

function isSameGroup(a: Row, b: Row, distinct: number): boolean {
  for (let at = 0; at < distinct; at++) if (a.values[at] !== b.values[at]) return false;
  return true;
}
