import { invalidArgument } from '../errors.js';
import { checkPath, describePath, parsePath } from '../keys/path.js';
import { parsePartition } from '../keys/scope.js';
import type { Instance } from './instance.js';
import type { KeyMessage, KeysRequest } from './messages.js';

/** Answers AllocateIds. */
export function allocateIds(instance: Instance, request: KeysRequest): { keys: KeyMessage[] } {
  const { scope, database, ids } = instance.open(request);
  const keys = request.keys.map((key) => {
    const partitionId = parsePartition(key.partitionId, scope);
    if (checkPath(key, 'write').complete) {
      throw invalidArgument(`Key path element must not be complete: ${describePath(key)}`);
    }
    return { partitionId, key };
  });
  const view = database.view();
  return {
    keys: keys.map(({ partitionId, key }) => {
      const completed = ids.complete(key, partitionId.namespaceId, view);
      ids.reserve(partitionId.namespaceId, completed.path);
      return { ...completed.key, partitionId };
    }),
  };
}

/** Answers ReserveIds. */
export function reserveIds(instance: Instance, request: KeysRequest): object {
  const { scope, ids } = instance.open(request);
  const reserved = request.keys.map((key) => ({
    namespace: parsePartition(key.partitionId, scope).namespaceId,
    path: parsePath(key, 'write'),
  }));
  for (const { namespace, path } of reserved) ids.reserve(namespace, path);
  return {};
}
