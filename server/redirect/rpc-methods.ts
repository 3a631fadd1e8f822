/** The methods of the generated client through which every data RPC goes. */
export const rpcMethods = [
  'lookup',
  'runQuery',
  'runAggregationQuery',
  'beginTransaction',
  'commit',
  'rollback',
  'allocateIds',
  'reserveIds',
] as const;

/** The name of a data RPC. */
export type RpcMethod = (typeof rpcMethods)[number];

/** Says whether a string names a data RPC. */
export function isRpcMethod(method: string): method is RpcMethod {
  return (rpcMethods as readonly string[]).includes(method);
}
