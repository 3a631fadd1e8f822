import { AppTestError, quoteValue } from '../../protocol/index.js';
import { type CallScope, mapKey, mapPartition } from './call-scope.js';
import { emptyKind, isHiddenKey, isHiddenKind } from './hidden-kinds.js';
import { mapKeys } from './map-keys.js';
import type { MessageName } from './message-schema.js';
import type { KeyMessage, QueryMessage, RequestMessage } from './messages.js';
import { mapGqlPartitions } from './rewrite-gql.js';
import type { RpcMethod } from './rpc-methods.js';

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
  const rewritten: RequestMessage = {
    ...(name === undefined ? request : mapKeys(name, request, (key) => mapKey(scope, key))),
    projectId: scope.target.projectId,
    databaseId: scope.target.database,
  };
  if (method !== 'runQuery' && method !== 'runAggregationQuery') return rewritten;
  rewritten.partitionId = mapPartition(scope, request.partitionId);
  if (rewritten.query) rewritten.query = hideKinds(rewritten.query);
  if (rewritten.gqlQuery) rewritten.gqlQuery = mapGqlPartitions(rewritten.gqlQuery, scope);
  const nested = rewritten.aggregationQuery?.nestedQuery;
  if (nested) {
    rewritten.aggregationQuery = { ...rewritten.aggregationQuery, nestedQuery: hideKinds(nested) };
  }
  return rewritten;
}

/**
 * Refuses a write by the app to a kind of ours.
 *
 * @throws {AppTestError} `NAME_INVALID`.
 */
export function refuseHiddenWrites(method: RpcMethod, request: RequestMessage): void {
  const keys: (KeyMessage | null | undefined)[] = [];
  if (method === 'commit') {
    for (const { insert, update, upsert, delete: deleted } of request.mutations ?? []) {
      keys.push(insert?.key, update?.key, upsert?.key, deleted);
    }
  } else if (method === 'allocateIds' || method === 'reserveIds') {
    keys.push(...(request.keys ?? []));
  }
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
  return { ...query, kind: [{ name: emptyKind }] };
}
