import { type CallScope, mapPartition, unmapPartition } from './call-scope.js';
import type { KeyMessage } from './messages.js';
import { mapNamespaceKey, unmapNamespaceKey } from './namespace-keys.js';

/** From the app's key to the one in the target. */
export function mapKey(scope: CallScope, key: KeyMessage): KeyMessage {
  return { ...mapNamespaceKey(scope, key), partitionId: mapPartition(scope, key.partitionId) };
}

/** From a key in the target to the app's. */
export function unmapKey(scope: CallScope, key: KeyMessage): KeyMessage {
  if (key.partitionId === undefined || key.partitionId === null) return key;
  const partitionId = unmapPartition(scope, key.partitionId);
  return { ...unmapNamespaceKey(scope, key), partitionId };
}
