import { type CallScope, findAppDatabase } from './call-scope.js';
import type { KeyMessage, PartitionMessage, RequestMessage } from './messages.js';
import { listWrittenKeys } from './written-keys.js';

const invalidArgument = 3;

/**
 * Refuses a request whose keys or query name another project or database than the request itself, as Datastore does:
 * on the test database they would all be in one, and the mistake would show in production only.
 */
export function refuseMixedPartitions(request: RequestMessage, scope: CallScope): void {
  const keys: (KeyMessage | null | undefined)[] = [
    ...listWrittenKeys(request),
    ...(Array.isArray(request.keys) ? request.keys : []),
  ];
  for (const partition of [request.partitionId, ...keys.map((key) => key?.partitionId)]) {
    if (partition) checkPartition(partition, scope);
  }
}

function checkPartition(partition: PartitionMessage, scope: CallScope): void {
  const { projectId, databaseId } = partition;
  if (databaseId && !projectId) {
    throw createError(`partition id names database '${databaseId}' but no project`);
  }
  const database = findAppDatabase(scope, partition);
  const isSameProject = !projectId || projectId === scope.appProjectId;
  if (isSameProject && database === scope.appDatabase) return;
  throw createError(
    `mismatched databases within request: ${describe(scope.appProjectId, scope.appDatabase)} vs. ${describe(projectId ?? '', database)}`,
  );
}

function describe(projectId: string, database: string): string {
  return database === '' ? projectId : `${projectId}#${database}`;
}

/** An error as the gRPC client makes them. */
function createError(details: string): Error {
  const error = new Error(`${invalidArgument} INVALID_ARGUMENT: ${details}`);
  return Object.assign(error, { code: invalidArgument, details });
}
