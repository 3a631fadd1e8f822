import { DatastoreError, Status } from '../errors.js';
import { describePath, type Path } from '../keys/path.js';
import type { Partition } from '../keys/scope.js';
import type { Database } from '../storage/database.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { EntityContent } from '../storage/entity-content.js';
import type { StoredEntity } from '../storage/stored-entity.js';
import { restorePartitions } from '../values/normalize.js';
import type { Properties } from '../values/property-tree.js';
import type { KeyMessage, ValueMessage } from '../wire/messages.js';
import { detectConflict, hasExpectedVersion } from './detect-conflict.js';
import type { IdAllocator } from './ids.js';
import type { Mutation } from './mutation.js';
import { transformProperties } from './transform.js';

/** What a commit works on. */
export interface CommitContext {
  database: Database;
  codec: EntityCodec;
  ids: IdAllocator;
}

/** An entity that a commit has touched, as it will be if the commit succeeds. */
export interface Target {
  partition: Partition;
  path: Path;
  before: StoredEntity | undefined;
  /** Undefined: it will not exist. */
  content: EntityContent | undefined;
  /** Whether anything is to be done at all. */
  isChanged: boolean;
}

/** What is known of a mutation before the commit is applied. */
export interface Prepared {
  target: Target;
  key: KeyMessage | undefined;
  conflict: boolean;
  transformResults: ValueMessage[];
}

/** Finds out what a mutation makes of its entity, after those before it in the same commit. Stores nothing. */
export function prepare(
  context: CommitContext,
  mutation: Mutation,
  targets: Map<string, Target>,
  time: number,
): Prepared {
  const { partition, operation, message } = mutation;
  const { target, key } = findTarget(context, mutation, targets);
  const conflict = detectConflict(message, target.before, operation);
  if (conflict) return { target, key, conflict, transformResults: [] };
  checkOperation(target, mutation);
  target.isChanged = true;
  if (mutation.content === undefined) {
    target.content = undefined;
    return { target, key, conflict, transformResults: [] };
  }
  const transforms = message.propertyTransforms ?? [];
  if (mutation.mask === undefined && transforms.length === 0) {
    target.content = mutation.content;
    return { target, key, conflict, transformResults: [] };
  }
  const given = mutation.content.properties;
  const written = mutation.mask?.merge(target.content?.properties ?? {}, given) ?? given;
  const { properties, results } = transformProperties(written, transforms, time, partition);
  target.content = { properties };
  return { target, key, conflict, transformResults: results };
}

/** The entity that a mutation is about, as the mutations before it leave it. */
function findTarget(
  { database, codec, ids }: CommitContext,
  mutation: Mutation,
  targets: Map<string, Target>,
): { target: Target; key: KeyMessage | undefined } {
  const { partition } = mutation;
  const { key, path } =
    mutation.path === undefined
      ? ids.complete(mutation.key, partition.namespaceId, database.view(), targets)
      : { key: undefined, path: mutation.path };
  const identity = `${partition.namespaceId}\0${path}`;
  let target = targets.get(identity);
  if (target === undefined) {
    const before = database.entity(partition.namespaceId, path);
    const content = before && { properties: readProperties(codec, before, mutation) };
    target = { partition, path, before, content, isChanged: false };
    targets.set(identity, target);
  }
  return { target, key: key && { ...key, partitionId: partition } };
}

/** What is stored; nothing is decoded for a mutation that replaces all of it, come what may. */
function readProperties(
  codec: EntityCodec,
  before: StoredEntity,
  { mask, partition, message }: Mutation,
): Properties {
  if (mask === undefined && !hasExpectedVersion(message)) return {};
  const entity = codec.read(before);
  restorePartitions(entity, partition);
  return entity.properties ?? {};
}

function checkOperation(target: Target, { operation, key, partition }: Mutation): void {
  if (operation === 'insert' && target.content !== undefined) {
    throw new DatastoreError(
      Status.ALREADY_EXISTS,
      `entity already exists: ${describeEntity(key, partition)}`,
    );
  }
  if (operation === 'update' && target.content === undefined) {
    throw new DatastoreError(
      Status.NOT_FOUND,
      `no entity to update: ${describeEntity(key, partition)}`,
    );
  }
}

function describeEntity(key: KeyMessage, { projectId, namespaceId }: Partition): string {
  const partition = namespaceId === '' ? projectId : `${projectId}!${namespaceId}`;
  return `EntityRef{partitionRef=${partition}, path=${describePath(key)}}`;
}
