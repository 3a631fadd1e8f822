import { invalidArgument } from '../errors.js';
import type { PartitionIdMessage, ScopedRequest } from '../wire/messages.js';

/** The database that a request is for. The default database has the empty name. */
export interface Scope {
  projectId: string;
  databaseId: string;
}

/** Where an entity lives: a namespace of a database. */
export interface Partition extends Scope {
  namespaceId: string;
}

const PROJECT = /^[A-Za-z0-9._:\-~!]{1,100}$/;
const DATABASE = /^[a-z0-9-]{1,63}$/;
const NAMESPACE = /^[A-Za-z0-9._-]{0,100}$/;
const RESERVED = /^__.*__$/s;

/** The database that a request names. */
export function parseScope({ projectId, databaseId }: ScopedRequest): Scope {
  if (projectId === '') throw invalidArgument('The app id is the empty string.');
  if (!PROJECT.test(projectId))
    throw invalidArgument(`Illegal string "${projectId}" in project id.`);
  checkDatabaseId(databaseId);
  return { projectId, databaseId };
}

/** The partition that a key or a query names, completed from its request, of which it must not differ. */
export function parsePartition(
  message: PartitionIdMessage | null | undefined,
  scope: Scope,
): Partition {
  const projectId = message?.projectId ?? '';
  const databaseId = message?.databaseId ?? '';
  const namespaceId = message?.namespaceId ?? '';
  if (projectId === '' && databaseId !== '') {
    throw invalidArgument('A partition id with a database id must have a project id.');
  }
  if (projectId !== '' && (projectId !== scope.projectId || databaseId !== scope.databaseId)) {
    throw invalidArgument(
      `mismatched databases within request: ${describeScope(scope)} vs. ${describeScope({ projectId, databaseId })}`,
    );
  }
  checkNamespaceId(namespaceId);
  return { ...scope, namespaceId };
}

/** The partition that a key inside a value names: it may lie in another project. */
export function parseForeignPartition(
  message: PartitionIdMessage | null | undefined,
  scope: Scope,
): Partition {
  if (message?.projectId === undefined || message.projectId === '') {
    return parsePartition(message, scope);
  }
  const { projectId, databaseId = '', namespaceId = '' } = message;
  if (!PROJECT.test(projectId))
    throw invalidArgument(`Illegal string "${projectId}" in project id.`);
  checkDatabaseId(databaseId);
  checkNamespaceId(namespaceId);
  return { projectId, databaseId, namespaceId };
}

/** Whether two partitions are the same. */
export function isSamePartition(a: Partition, b: Partition): boolean {
  return (
    a.namespaceId === b.namespaceId && a.databaseId === b.databaseId && a.projectId === b.projectId
  );
}

function checkDatabaseId(databaseId: string): void {
  if (databaseId !== '' && !DATABASE.test(databaseId)) {
    throw invalidArgument(`"${databaseId}" is an invalid database id.`);
  }
}

function checkNamespaceId(namespaceId: string): void {
  if (!NAMESPACE.test(namespaceId)) {
    throw invalidArgument(`Illegal string "${namespaceId}" in namespace id.`);
  }
  if (RESERVED.test(namespaceId)) {
    throw invalidArgument(`The namespace id "${namespaceId}" is reserved.`);
  }
}

function describeScope({ projectId, databaseId }: Scope): string {
  return databaseId === '' ? projectId : `${projectId}#${databaseId}`;
}
