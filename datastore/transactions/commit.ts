import { DatastoreError, invalidArgument, Status } from '../errors.js';
import { describePath, type Path } from '../keys/path.js';
import type { Partition } from '../keys/scope.js';
import type { Database } from '../storage/database.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { EntityWrite, StoredEntity } from '../storage/stored-entity.js';
import { restorePartitions } from '../values/normalize.js';
import type { Properties } from '../values/property-tree.js';
import type { KeyMessage, ValueMessage } from '../wire/messages.js';
import { detectConflict, hasExpectedVersion } from './detect-conflict.js';
import type { IdAllocator } from './ids.js';
import type { Mutation, Operation } from './mutation.js';
import type { Transaction } from './transaction.js';
import { transformProperties } from './transform.js';

/** What became of one mutation. */
export interface MutationOutcome {
  /** The key, if it was given its id. */
  key: KeyMessage | undefined;
  /** Undefined after a delete. */
  entity: StoredEntity | undefined;
  /** When the entity was last changed. */
  version: number;
  /** Whether the mutation was not applied, because it was made for another version. */
  conflict: boolean;
  /** One for each property transform. */
  transformResults: ValueMessage[];
}

const MAX_ENTITY_BYTES = 1_048_576;
const MAX_INDEX_ENTRIES = 20_000;

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
  before: StoredEntity | undefined;
  /** Undefined: it will not exist. */
  properties: Properties | undefined;
  /** Whether anything is to be done at all. */
  isChanged: boolean;
}

/** What is known of a mutation before the commit is applied. */
interface Prepared {
  target: Target;
  key: KeyMessage | undefined;
  conflict: boolean;
  transformResults: ValueMessage[];
}

/** Applies mutations all or not at all, after checking that what the transaction read has not changed. */
export function commitTransaction(
  context: CommitContext,
  transaction: Transaction | undefined,
  mutations: Mutation[],
): { outcomes: MutationOutcome[]; time: number } {
  checkSequences(mutations);
  if (transaction !== undefined) checkReads(context.database, transaction);
  const time = context.database.now();
  const targets = new Map<string, Target>();
  const prepared = mutations.map((mutation) => prepare(context, mutation, targets, time));
  return { outcomes: applyAll(context, prepared, targets, time), time };
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
  return mutations.flatMap((mutation) => {
    const time = context.database.now();
    const targets = new Map<string, Target>();
    return applyAll(context, [prepare(context, mutation, targets, time)], targets, time);
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
  if (mutation.entity === undefined) {
    target.properties = undefined;
    return { target, key, conflict, transformResults: [] };
  }
  const given = mutation.entity.properties ?? {};
  const written = mutation.mask?.merge(target.properties ?? {}, given) ?? given;
  const transforms = message.propertyTransforms ?? [];
  const { properties, results } = transformProperties(written, transforms, time, partition);
  target.properties = properties;
  return { target, key, conflict, transformResults: results };
}

/** The entity that a mutation is about, as the mutations before it leave it. */
function findTarget(
  { database, codec, ids }: CommitContext,
  mutation: Mutation,
  targets: Map<string, Target>,
): { target: Target; key: KeyMessage | undefined } {
  const { partition } = mutation;
  const view = database.view();
  const { key, path } =
    mutation.path === undefined
      ? ids.complete(mutation.key, partition.namespaceId, view, targets)
      : { key: undefined, path: mutation.path };
  const identity = `${partition.namespaceId}\0${path}`;
  let target = targets.get(identity);
  if (target === undefined) {
    const before = view.entity(partition.namespaceId, path);
    const properties = before && readProperties(codec, before, mutation);
    target = { partition, path, before, properties, isChanged: false };
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
  if (operation === 'insert' && target.properties !== undefined) {
    throw new DatastoreError(
      Status.ALREADY_EXISTS,
      `entity already exists: ${describeEntity(key, partition)}`,
    );
  }
  if (operation === 'update' && target.properties === undefined) {
    throw new DatastoreError(
      Status.NOT_FOUND,
      `no entity to update: ${describeEntity(key, partition)}`,
    );
  }
}

/** Refuses mutations of one entity that contradict each other, whatever is stored. */
function checkSequences(mutations: Mutation[]): void {
  const previous = new Map<string, Operation>();
  for (const { path, partition, operation } of mutations) {
    if (path === undefined) continue;
    const identity = `${partition.namespaceId}\0${path}`;
    const last = previous.get(identity);
    const contradicts =
      (operation === 'insert' && last !== undefined && last !== 'delete') ||
      (operation === 'update' && last === 'delete');
    if (contradicts) {
      throw invalidArgument(`Cannot ${last} then ${operation} an entity in the same request.`);
    }
    previous.set(identity, operation);
  }
}

function checkSize(path: Path, write: EntityWrite): void {
  if (path.length + write.properties.length > MAX_ENTITY_BYTES) {
    throw invalidArgument(`maximum entity size is ${MAX_ENTITY_BYTES} bytes`);
  }
}

/** https://cloud.google.com/datastore/docs/concepts/limits: each value has an entry in either direction. */
function checkIndexValues({ indexValues }: EntityWrite): void {
  let entries = 0;
  for (const values of indexValues.values()) entries += 2 * values.length;
  if (entries > MAX_INDEX_ENTRIES) throw invalidArgument('Too many indexed properties');
}

/** Encodes everything first, so that nothing is stored if anything is refused. */
function applyAll(
  context: CommitContext,
  prepared: Prepared[],
  targets: Map<string, Target>,
  time: number,
): MutationOutcome[] {
  const writes = new Map<Target, EntityWrite | undefined>();
  for (const target of targets.values()) {
    if (target.isChanged) writes.set(target, encode(context.codec, target));
  }
  const stored = new Map<Target, StoredEntity | undefined>();
  for (const [target, write] of writes) stored.set(target, apply(context, target, write, time));
  return prepared.map(({ target, key, conflict, transformResults }) => {
    const entity = stored.has(target) ? stored.get(target) : target.before;
    return { key, entity, version: entity?.updated ?? time, conflict, transformResults };
  });
}

function encode(
  codec: EntityCodec,
  { properties, partition, path }: Target,
): EntityWrite | undefined {
  if (properties === undefined) return undefined;
  const write = codec.write({ properties }, partition);
  checkSize(path, write);
  checkIndexValues(write);
  return write;
}

function apply(
  { database, codec }: CommitContext,
  { partition, path }: Target,
  write: EntityWrite | undefined,
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
