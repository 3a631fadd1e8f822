import type { CallScope } from './call-scope.js';
import { isHiddenKey } from './hidden-kinds.js';
import { unmapKey } from './map-key.js';
import { mapKeys } from './map-keys.js';
import type { MessageName } from './message-schema.js';
import type { EntityResultMessage, ResponseMessage } from './messages.js';
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

/** A lookup's response in which entities of ours are missing. */
export function hideFound(response: ResponseMessage): ResponseMessage {
  const hidden = response.found?.filter((result) => isHiddenKey(result.entity?.key)) ?? [];
  if (hidden.length === 0) return response;
  return {
    ...response,
    found: response.found!.filter((result) => !hidden.includes(result)),
    missing: [...(response.missing ?? []), ...hidden.map(toMissing)],
  };
}

function toMissing(result: EntityResultMessage): EntityResultMessage {
  return {
    ...result,
    entity: { ...result.entity, properties: {} },
    version: '0',
    createTime: null,
    updateTime: null,
  };
}
