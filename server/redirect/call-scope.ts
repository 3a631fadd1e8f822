import type { PartitionMessage } from './messages.js';
import { decodeNamespace, encodeNamespace } from './namespace-encoding.js';
import type { RedirectTarget } from './types.js';
import { rememberNamespace } from './used-namespaces.js';

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
  const database = findAppDatabase(scope, partition);
  return {
    // Datastore refuses a database without a project: all three or none.
    projectId: scope.target.projectId,
    databaseId: scope.target.database,
    namespaceId: encodeAppNamespace(scope, database, partition?.namespaceId ?? ''),
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

/** The namespace of the target that stands for one of the app's, in the session of a call. */
export function encodeAppNamespace(
  { target, session }: CallScope,
  appDatabase: string,
  appNamespace: string,
): string {
  const { namespace } = target;
  const encoded = encodeNamespace({ namespace, session, appDatabase, appNamespace });
  rememberNamespace(session, encoded);
  return encoded;
}

/** The database that a partition names; one without a project takes the request's. */
export function findAppDatabase(
  scope: CallScope,
  partition: PartitionMessage | null | undefined,
): string {
  const database = normalizeDatabase(partition?.databaseId);
  return database === '' && !partition?.projectId ? scope.appDatabase : database;
}

/** Google's tools write the default database as `(default)`, the protocol as the empty string. */
export function normalizeDatabase(database: string | null | undefined): string {
  return database === undefined || database === null || database === '(default)' ? '' : database;
}
