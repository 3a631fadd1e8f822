import type { Query } from '../query/query.js';
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
  const planSummary = { indexesUsed: query.disjuncts.map((_, at) => describeIndex(query, at)) };
  return { planSummary, ...(execution && { executionStats: describeExecution(query, execution) }) };
}

function describeIndex({ disjuncts, components, keyDescending }: Query, at: number): object {
  const { equals, keys } = disjuncts[at]!;
  const fields = [...equals.keys()].toSorted().map((name) => `${name} ASC`);
  for (const { property, descending } of components) {
    if (!equals.has(property)) fields.push(`${property} ${descending ? 'DESC' : 'ASC'}`);
  }
  fields.push(`__name__ ${keyDescending ? 'DESC' : 'ASC'}`);
  return toStruct({
    properties: `(${fields.join(', ')})`,
    query_scope: keys.from === '' ? 'Collection group' : 'Includes ancestors',
  });
}

function describeExecution(query: Query, { results, scanned, duration }: Execution): object {
  const isSmall = query.keysOnly || query.projection !== undefined;
  return {
    resultsReturned: toInt64(results),
    executionDuration: { seconds: 0, nanos: Math.round(duration * 1_000_000) },
    readOperations: toInt64(isSmall ? 1 : Math.max(1, results)),
    debugStats: toStruct({
      documents_scanned: String(isSmall ? 0 : scanned),
      index_entries_scanned: String(scanned),
      billing_details: {
        documents_billable: String(isSmall ? 0 : results),
        index_entries_billable: String(isSmall ? results : 0),
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
