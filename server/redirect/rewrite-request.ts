import { AppTestError, quoteValue } from '../../protocol/index.js';
import { type CallScope, mapPartition } from './call-scope.js';
import { decoyOf, isHiddenKey, isHiddenKind } from './hidden-kinds.js';
import { mapKey } from './map-key.js';
import { mapKeys } from './map-keys.js';
import type { MessageName } from './message-schema.js';
import type { QueryMessage, RequestMessage } from './messages.js';
import { mapGqlPartitions } from './rewrite-gql.js';
import type { RpcMethod } from './rpc-methods.js';
import { listWrittenKeys } from './written-keys.js';

const requestNames: Partial<Record<RpcMethod, MessageName>> = {
  lookup: 'LookupRequest',
  runQuery: 'RunQueryRequest',
  runAggregationQuery: 'RunAggregationQueryRequest',
  commit: 'CommitRequest',
  allocateIds: 'AllocateIdsRequest',
  reserveIds: 'ReserveIdsRequest',
};

/**
 * The request as it goes to the target. The app's own objects are never changed.
 *
 * @throws {AppTestError} `NAMESPACE_TOO_LONG` or `NAME_INVALID`.
 */
export function rewriteRequest(
  method: RpcMethod,
  request: RequestMessage,
  scope: CallScope,
): RequestMessage {
  const name = requestNames[method];
  const mapped = name ? mapKeys(name, request, (key) => mapKey(scope, key)) : request;
  const { projectId, database: databaseId } = scope.target;
  const rewritten: RequestMessage = { ...mapped, projectId, databaseId };
  if (method !== 'runQuery' && method !== 'runAggregationQuery') return rewritten;
  rewritten.partitionId = mapPartition(scope, request.partitionId);
  if (rewritten.gqlQuery) rewritten.gqlQuery = mapGqlPartitions(rewritten.gqlQuery, scope);
  return rewritten;
}

/** A query for a kind of ours becomes one for a kind that has no entities. */
export function hideQueriedKinds(request: RequestMessage): RequestMessage {
  const { query, aggregationQuery } = request;
  const nested = aggregationQuery?.nestedQuery;
  return {
    ...request,
    ...(query && { query: hideKinds(query) }),
    ...(nested && { aggregationQuery: { ...aggregationQuery, nestedQuery: hideKinds(nested) } }),
  };
}

/**
 * Refuses a write by the app to a kind of ours.
 *
 * @throws {AppTestError} `NAME_INVALID`.
 */
export function refuseHiddenWrites(method: RpcMethod, request: RequestMessage): void {
  const isAllocation = method === 'allocateIds' || method === 'reserveIds';
  const keys = isAllocation ? (request.keys ?? []) : listWrittenKeys(request);
  const hidden = keys.find((key) => isHiddenKey(key));
  if (hidden === undefined) return;
  const kind = hidden?.path?.find((element) => isHiddenKind(element.kind))?.kind;
  throw new AppTestError({
    code: 'NAME_INVALID',
    message: `The app tried to write an entity of kind ${quoteValue(kind)}, which belongs to app-test.`,
    next: 'Use another kind: those that begin with app-test- are reserved.',
    details: { kind },
  });
}

function hideKinds(query: QueryMessage): QueryMessage {
  if (!query.kind?.some((kind) => isHiddenKind(kind?.name))) return query;
  return {
    ...query,
    kind: query.kind.map((kind) => ({ ...kind, name: decoyOf(kind?.name ?? '') })),
  };
}
