import { requireTriple } from '../session/triple.js';

/** A partition of the test database, as requests to it name one. */
export interface Partition {
  projectId: string;
  databaseId: string;
  namespaceId: string;
}

/** The partition of a namespace of the test database. */
export function createPartition(namespaceId: string): Partition {
  const { projectId, database: databaseId } = requireTriple();
  return { projectId, databaseId, namespaceId };
}
