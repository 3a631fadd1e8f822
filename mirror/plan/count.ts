import { status } from '@grpc/grpc-js';
import { partitionOf } from '../places/place.js';
import type { Connection } from '../rpc/connection.js';
import type { QueryMessage } from '../rpc/messages.js';
import { withRetries } from '../rpc/retry.js';
import { runQuery } from './run-query.js';

/** Entities of a page when they are counted one by one. */
const pageSize = 1000;

/** Counts what a query finds. */
export async function countEntities(
  connection: Connection,
  query: QueryMessage,
  signal: AbortSignal,
): Promise<number> {
  const request = {
    partitionId: partitionOf(connection.place),
    aggregationQuery: { nestedQuery: query, aggregations: [{ count: {}, alias: 'count' }] },
  };
  try {
    const { batch } = await withRetries(
      () => connection.call('RunAggregationQuery', request),
      signal,
    );
    return Number(batch.aggregationResults[0]?.aggregateProperties.count?.integerValue ?? 0);
  } catch (error) {
    // Google's classic emulator has no aggregations.
    if ((error as { code?: unknown }).code !== status.UNIMPLEMENTED) throw error;
    return countOneByOne(connection, query, signal);
  }
}

async function countOneByOne(
  connection: Connection,
  query: QueryMessage,
  signal: AbortSignal,
): Promise<number> {
  const most = query.limit?.value ?? Infinity;
  const keys = { ...query, projection: [{ property: { name: '__key__' } }] };
  let count = 0;
  let startCursor: Uint8Array | undefined;
  while (count < most) {
    const limit = { value: Math.min(pageSize, most - count) };
    const page = await runQuery(
      connection,
      { ...keys, limit, ...(startCursor && { startCursor }) },
      signal,
    );
    count += page.entities.length;
    startCursor = page.endCursor;
    if (page.entities.length < limit.value || startCursor === undefined) break;
  }
  return count;
}
