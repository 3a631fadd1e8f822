import type { Conjunction, Query } from '../query/query.js';
import { toInt64 } from '../values/numbers.js';

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
  const indexes = query.disjuncts.map((conjunction) => describeIndex(query, conjunction));
  const different = new Map(indexes.map((index) => [JSON.stringify(index), index]));
  const planSummary = { indexesUsed: [...different.values()].map(toStruct) };
  return { planSummary, ...(execution && { executionStats: describeExecution(query, execution) }) };
}

function describeIndex(
  { components, keyDescending }: Query,
  { equals, ancestor }: Conjunction,
): { [name: string]: Field } {
  const fields = [...equals.keys()].toSorted().map((name) => `${name} ASC`);
  for (const { property, descending } of components) {
    if (!equals.has(property)) fields.push(`${property} ${descending ? 'DESC' : 'ASC'}`);
  }
  fields.push(`__name__ ${keyDescending ? 'DESC' : 'ASC'}`);
  return {
    properties: `(${fields.join(', ')})`,
    query_scope: ancestor ? 'Includes ancestors' : 'Collection group',
  };
}

function describeExecution(query: Query, { results, scanned, duration }: Execution): object {
  const { isAggregated } = query;
  const isSmall = !isAggregated && (query.keysOnly || query.projection !== undefined);
  const readsEntities = !isAggregated && !isSmall;
  return {
    resultsReturned: toInt64(results),
    executionDuration: { seconds: 0, nanos: Math.round(duration * 1_000_000) },
    readOperations: toInt64(readsEntities ? Math.max(1, results) : 1),
    debugStats: toStruct({
      documents_scanned: String(readsEntities ? scanned : 0),
      index_entries_scanned: String(scanned),
      billing_details: {
        documents_billable: String(readsEntities ? results : 0),
        index_entries_billable: String(isAggregated ? scanned : isSmall ? results : 0),
        min_query_cost: '0',
        small_ops: String(isSmall ? results : 0),
      },
    }),
  };
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
