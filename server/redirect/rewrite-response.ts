import type { CallScope } from './call-scope.js';
import { unmapKey } from './map-key.js';
import { mapKeys } from './map-keys.js';
import type { MessageName } from './message-schema.js';
import type { ResponseMessage } from './messages.js';
import type { RpcMethod } from './rpc-methods.js';

const responseNames: Partial<Record<RpcMethod, MessageName>> = {
  lookup: 'LookupResponse',
  runQuery: 'RunQueryResponse',
  runAggregationQuery: 'RunAggregationQueryResponse',
  commit: 'CommitResponse',
  allocateIds: 'AllocateIdsResponse',
};

/** The response as the app would have got it from the partitions that it addressed. */
export function rewriteResponse(
  method: RpcMethod,
  response: ResponseMessage,
  scope: CallScope,
): ResponseMessage {
  const name = responseNames[method];
  if (name === undefined) return response;
  return mapKeys(name, response, (key) => unmapKey(scope, key));
}
