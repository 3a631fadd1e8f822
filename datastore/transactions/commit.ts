import { DatastoreError, invalidArgument, Status } from '../errors.js';
import { describePath, type Path } from '../keys/path.js';
import type { Partition } from '../keys/scope.js';
import type { Database } from '../storage/database.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { EntityWrite, StoredEntity } from '../storage/stored-entity.js';
import type { KeyMessage } from '../wire/messages.js';
import type { IdAllocator } from './ids.js';
import type { Mutation, Operation } from './mutation.js';
import type { Transaction } from './transaction.js';

/** What became of one mutation. */
export interface MutationOutcome {
  /** The key, if it was given its id. */
  key: KeyMessage | undefined;
  /** Undefined after a delete. */
  entity: StoredEntity | undefined;
  /** When the entity was last changed. */
  version: number;
}

const MAX_ENTITY_BYTES = 1_048_576;

/** What a commit works on. */
export interface CommitContext {
  database: Database;
  codec: EntityCodec;
  ids: IdAllocator;
}

/** An entity that a commit has touched, as it will be if the commit succeeds. */
interface Target {
  partition: Partition;
  path: Path;
  exists: boolean;
  last: Operation | undefined;
  write: EntityWrite | undefined;
}

/** Applies mutations all or not at all, after checking that what the transaction read has not changed. */
export function commitTransaction(
  context: CommitContext,
  transaction: Transaction | undefined,
  mutations: Mutation[],
): { outcomes: MutationOutcome[]; time: number } {
  if (transaction !== undefined) checkReads(context.database, transaction);
  const targets = new Map<string, Target>();
  const touched = mutations.map((mutation) => prepare(context, mutation, targets));
  const time = context.database.now();
  const stored = new Map<Target, StoredEntity | undefined>();
  for (const target of targets.values()) stored.set(target, apply(context, target, time));
  const outcomes = touched.map(({ target, key }) => ({
    key,
    entity: stored.get(target),
    version: time,
  }));
  return { outcomes, time };
}

/** Applies mutations one by one; those before one that is refused stay applied, as in the service. */
export function commitEach(context: CommitContext, mutations: Mutation[]): MutationOutcome[] {
  const seen = new Set<string>();
  for (const { path, partition } of mutations) {
    if (path === undefined) continue;
    const identity = partition.namespaceId + '\0' + path;
    if (seen.has(identity)) {
      throw invalidArgument(
        'A non-transactional commit may not contain multiple mutations affecting the same entity.',
      );
    }
    seen.add(identity);
  }
  return mutations.map((mutation) => {
    const { target, key } = prepare(context, mutation, new Map());
    const time = context.database.now();
    return { key, entity: apply(context, target, time), version: time };
  });
}

/** Refuses to commit a transaction that would have read something else now. */
function checkReads(database: Database, transaction: Transaction): void {
  const changes = [...database.changes.since(transaction.snapshot.time)];
  if (changes.length === 0) return;
  const now = database.view();
  const isStale = transaction.reads.some(
    (read) => changes.some((change) => read.isTouchedBy(change)) && !read.isSameIn(now),
  );
  if (isStale) {
    throw new DatastoreError(
      Status.ABORTED,
      'Aborted due to cross-transaction contention. This occurs when multiple transactions attempt to access the ' +
        'same data, requiring Firestore to abort at least one in order to enforce serializability.',
    );
  }
}

function prepare(
  { database, codec, ids }: CommitContext,
  mutation: Mutation,
  targets: Map<string, Target>,
): { target: Target; key: KeyMessage | undefined } {
  const { operation, partition } = mutation;
  const view = database.view();
  const { key, path } =
    mutation.path === undefined
      ? ids.complete(mutation.key, partition.namespaceId, view)
      : { key: undefined, path: mutation.path };
  const identity = partition.namespaceId + '\0' + path;
  let target = targets.get(identity);
  if (target === undefined) {
    const exists = view.entity(partition.namespaceId, path) !== undefined;
    target = { partition, path, exists, last: undefined, write: undefined };
    targets.set(identity, target);
  }
  checkOperation(target, mutation);
  target.last = operation;
  target.exists = operation !== 'delete';
  target.write = mutation.entity && codec.write(mutation.entity, partition);
  if (target.write !== undefined) checkSize(path, target.write);
  return { target, key: key && { ...key, partitionId: partition } };
}

function checkOperation(target: Target, { operation, key, partition }: Mutation): void {
  const { last } = target;
  if (
    (operation === 'insert' && last && last !== 'delete') ||
    (operation === 'update' && last === 'delete')
  ) {
    throw invalidArgument(`Cannot ${last} then ${operation} an entity in the same request.`);
  }
  if (operation === 'insert' && target.exists) {
    throw new DatastoreError(
      Status.ALREADY_EXISTS,
      `entity already exists: ${describeEntity(key, partition)}`,
    );
  }
  if (operation === 'update' && !target.exists) {
    throw new DatastoreError(
      Status.NOT_FOUND,
      `no entity to update: ${describeEntity(key, partition)}`,
    );
  }
}

function checkSize(path: Path, write: EntityWrite): void {
  if (path.length + write.properties.length > MAX_ENTITY_BYTES) {
    throw invalidArgument(`maximum entity size is ${MAX_ENTITY_BYTES} bytes`);
  }
}

function apply(
  { database, codec }: CommitContext,
  { partition, path, write }: Target,
  time: number,
): StoredEntity | undefined {
  const read = (entity: StoredEntity): EntityWrite['indexValues'] =>
    codec.readIndexValues(entity, partition);
  if (write !== undefined) return database.put(partition.namespaceId, path, write, time, read);
  database.remove(partition.namespaceId, path, time, read);
  return undefined;
}

function describeEntity(key: KeyMessage, { projectId, namespaceId }: Partition): string {
  const partition = namespaceId === '' ? projectId : `${projectId}!${namespaceId}`;
  return `EntityRef{partitionRef=${partition}, path=${describePath(key)}}`;
}
