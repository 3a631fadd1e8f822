import type { PartitionMessage } from '../rpc/messages.js';

/** A namespace of a database, and where that is served. */
export interface Place {
  /** `host:port` of an emulator; null is Google's Datastore. */
  host: string | null;
  projectId: string;
  /** Empty is the default database. */
  databaseId: string;
  /** Empty is the default namespace. */
  namespaceId: string;
}

/** The partition id of a place. */
export function partitionOf({ projectId, databaseId, namespaceId }: Place): PartitionMessage {
  return { projectId, databaseId, namespaceId };
}

/** A place in words. */
export function describePlace(place: Place, server?: string): string {
  const { projectId, databaseId, namespaceId } = place;
  const database = databaseId === '' ? '(default)' : databaseId;
  const namespace = namespaceId === '' ? '(default)' : namespaceId;
  return `project ${projectId}, database ${database}, namespace ${namespace}, ${server ?? describeServer(place)}`;
}

function describeServer({ host }: Place): string {
  return host === null ? "Google's Datastore" : `emulator at ${host}`;
}
