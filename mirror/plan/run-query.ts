import type { Connection } from '../rpc/connection.js';
import { notFinished, type QueryMessage } from '../rpc/messages.js';
import { withRetries } from '../rpc/retry.js';
import { partitionOf } from '../places/place.js';

/** A query's results, with where they ended. */
export interface Page {
  entities: Uint8Array[];
  endCursor: Uint8Array | undefined;
  /** Whether there may be more within the query's limit. */
  isCutOff: boolean;
}

/** Runs a query to its end or limit, or after a batch in which the results have become so many bytes; a Datastore may answer in several. */
export async function runQuery(
  connection: Connection,
  query: QueryMessage,
  signal: AbortSignal,
  mostBytes = Infinity,
): Promise<Page> {
  const entities: Uint8Array[] = [];
  let bytes = 0;
  let rest = query;
  for (;;) {
    const request = { partitionId: partitionOf(connection.place), query: rest };
    const { batch } = await withRetries(() => connection.call('RunQuery', request), signal);
    for (const { entity } of batch.entityResults) {
      entities.push(entity);
      bytes += entity.length;
    }
    const endCursor = batch.endCursor?.length ? batch.endCursor : undefined;
    const isFull = query.limit !== undefined && entities.length >= query.limit.value;
    if (batch.moreResults !== notFinished || isFull || endCursor === undefined) {
      return { entities, endCursor, isCutOff: false };
    }
    if (bytes >= mostBytes) return { entities, endCursor, isCutOff: true };
    rest = {
      ...rest,
      startCursor: endCursor,
      ...(query.limit && { limit: { value: query.limit.value - entities.length } }),
      ...(rest.offset && { offset: rest.offset - batch.skippedResults }),
    };
  }
}
