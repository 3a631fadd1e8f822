import type { Conjunction, Query } from '../query/query.js';
import { toInt64 } from '../values/numbers.js';

const ENTRIES_PER_READ = 1000;

/** What was done to answer a query. */
export interface Execution {
  results: number;
  /** Index entries that led to them. */
  scanned: number;
  /** Milliseconds. */
  duration: number;
}

/** The explain metrics of a query; those of its execution only if it was executed. */
export function explain(query: Query, execution: Execution | undefined): object {
  const indexes = query.disjuncts.flatMap((conjunction) => describeIndexes(query, conjunction));
  const different = new Map(indexes.map((index) => [JSON.stringify(index), index]));
  const planSummary = { indexesUsed: [...different.values()].map(toStruct) };
  return { planSummary, ...(execution && { executionStats: describeExecution(query, execution) }) };
}

/** Equalities alone are served by the built-in index of each, merged; anything else by one index that has it all. */
function describeIndexes(
  { components, keyDescending }: Query,
  { equals, ancestor }: Conjunction,
): { [name: string]: Field }[] {
  const heads = [...equals.keys()].toSorted().map((name) => `${name} ASC`);
  const tail = components
    .filter(({ property }) => !equals.has(property))
    .map(({ property, descending }) => `${property} ${descending ? 'DESC' : 'ASC'}`);
  const indexes =
    tail.length === 0 && heads.length > 1 ? heads.map((head) => [head]) : [[...heads, ...tail]];
  return indexes.map((fields) => ({
    properties: `(${[...fields, `__name__ ${keyDescending ? 'DESC' : 'ASC'}`].join(', ')})`,
    query_scope: ancestor ? 'Includes ancestors' : 'Collection group',
  }));
}

/** What is skipped is read as well, and paid for (https://cloud.google.com/datastore/docs/concepts/queries, offsets). */
function describeExecution(query: Query, { results, scanned, duration }: Execution): object {
  const { isAggregated } = query;
  const isSmall = !isAggregated && (query.keysOnly || query.projection !== undefined);
  const readsEntities = !isAggregated && !isSmall;
  return {
    resultsReturned: toInt64(results),
    executionDuration: { seconds: 0, nanos: Math.round(duration * 1_000_000) },
    readOperations: toInt64(countReads(scanned, { isAggregated, isSmall })),
    debugStats: toStruct({
      documents_scanned: String(readsEntities ? scanned : 0),
      index_entries_scanned: String(scanned),
      billing_details: {
        documents_billable: String(readsEntities ? scanned : 0),
        index_entries_billable: String(readsEntities ? 0 : scanned),
        min_query_cost: '0',
        small_ops: String(isSmall ? scanned : 0),
      },
    }),
  };
}

/** https://cloud.google.com/datastore/pricing: an aggregation is one read for each thousand index entries. */
function countReads(
  scanned: number,
  { isAggregated, isSmall }: { isAggregated: boolean; isSmall: boolean },
): number {
  if (isSmall) return 1;
  return Math.max(1, isAggregated ? Math.ceil(scanned / ENTRIES_PER_READ) : scanned);
}

type Field = string | { [name: string]: Field };

/** A google.protobuf.Struct. */
function toStruct(fields: Record<string, Field>): object {
  return {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        typeof field === 'string' ? { stringValue: field } : { structValue: toStruct(field) },
      ]),
    ),
  };
}
