import type { CallScope } from './call-scope.js';
import type { AggregationMessage, RequestMessage, ResponseMessage } from './messages.js';
import { meetsHidden, planVisibleQuery } from './visible-results.js';

type RunQuery = (request: RequestMessage) => Promise<ResponseMessage>;

/** Whether the service would count entities of ours along with the app's. */
export function countsHidden({ aggregationQuery }: RequestMessage): boolean {
  const nested = aggregationQuery?.nestedQuery;
  return nested !== undefined && nested !== null && meetsHidden(nested);
}

/** The response to an aggregation without a kind, its counts corrected to what the app may see. */
export async function correctCounts(
  request: RequestMessage,
  response: ResponseMessage,
  scope: CallScope,
  runQuery: RunQuery,
): Promise<ResponseMessage> {
  const { aggregationQuery, readOptions, ...rest } = request;
  const transaction = response.transaction as Uint8Array | undefined;
  const count = await countVisible(
    {
      ...rest,
      // An aggregation that begins a transaction is counted in it.
      readOptions:
        readOptions?.newTransaction && transaction ? { transaction } : (readOptions ?? null),
      query: { ...aggregationQuery!.nestedQuery, projection: [{ property: { name: '__key__' } }] },
    },
    scope,
    runQuery,
  );
  const aggregations = (aggregationQuery!.aggregations ?? []).filter(({ count }) => count);
  for (const { aggregateProperties } of response.batch?.aggregationResults ?? []) {
    for (const [index, aggregation] of aggregations.entries()) {
      const property = aggregateProperties?.[aggregation.alias || `property_${index + 1}`];
      if (property) property.integerValue = String(limitCount(count, aggregation));
    }
  }
  return response;
}

async function countVisible(
  request: RequestMessage,
  scope: CallScope,
  runQuery: RunQuery,
): Promise<number> {
  let query = request.query!;
  for (let count = 0; ;) {
    const plan = planVisibleQuery({ ...request, query }, scope);
    const { batch } = plan.filter(await runQuery(plan.request));
    const found = batch?.entityResults?.length ?? 0;
    count += found;
    if (batch?.moreResults !== 'NOT_FINISHED') return count;
    const limit = query.limit?.value;
    query = {
      ...query,
      startCursor: batch.endCursor,
      offset: Math.max(0, (query.offset ?? 0) - (batch.skippedResults ?? 0)),
      limit: typeof limit === 'number' ? { value: limit - found } : null,
    };
  }
}

function limitCount(count: number, { count: operator }: AggregationMessage): number {
  const upTo = Number(operator?.upTo?.value ?? Number.POSITIVE_INFINITY);
  return Math.min(count, upTo);
}
