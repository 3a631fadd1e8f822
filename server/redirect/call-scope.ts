import { decodeNamespace, encodeNamespace } from './namespace-encoding.js';
import type { KeyMessage, PartitionMessage } from './messages.js';
import type { RedirectTarget } from './types.js';

/** What one RPC is rewritten by: where it goes, in whose session, and what the app addressed with it. */
export interface CallScope {
  target: RedirectTarget;
  session: string;
  appProjectId: string;
  /** Empty is the app's default database. */
  appDatabase: string;
}

/** From the app's partition to the one in the target that stands for it. */
export function mapPartition(
  scope: CallScope,
  partition: PartitionMessage | null | undefined,
): PartitionMessage {
  return {
    // Datastore refuses a database without a project: all three or none.
    projectId: scope.target.projectId,
    databaseId: scope.target.database,
    namespaceId: encodeNamespace({
      namespace: scope.target.namespace,
      session: scope.session,
      appDatabase: normalizeDatabase(partition?.databaseId || scope.appDatabase),
      appNamespace: partition?.namespaceId ?? '',
    }),
  };
}

/** From a partition in the target to the app's that it stands for. */
export function unmapPartition(scope: CallScope, partition: PartitionMessage): PartitionMessage {
  const namespaceId = partition.namespaceId ?? '';
  const parts = decodeNamespace(namespaceId);
  const isOurs = parts !== undefined && parts.namespace === scope.target.namespace;
  return {
    ...partition,
    projectId: scope.appProjectId,
    databaseId: isOurs ? parts.appDatabase : scope.appDatabase,
    // Data that was put there by other means keeps its namespace's name.
    namespaceId: isOurs ? parts.appNamespace : namespaceId,
  };
}

/** From the app's key to the one in the target. */
export function mapKey(scope: CallScope, key: KeyMessage): KeyMessage {
  return { ...key, partitionId: mapPartition(scope, key.partitionId) };
}

/** From a key in the target to the app's. */
export function unmapKey(scope: CallScope, key: KeyMessage): KeyMessage {
  if (key.partitionId === undefined || key.partitionId === null) return key;
  return { ...key, partitionId: unmapPartition(scope, key.partitionId) };
}

/** Google's tools write the default database as `(default)`, the protocol as the empty string. */
export function normalizeDatabase(database: string | null | undefined): string {
  return database === undefined || database === null || database === '(default)' ? '' : database;
}
