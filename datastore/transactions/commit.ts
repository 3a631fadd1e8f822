import { DatastoreError, invalidArgument, Status } from '../errors.js';
import type { Database } from '../storage/database.js';
import { applyAll, type MutationOutcome } from './apply.js';
import type { Mutation, Operation } from './mutation.js';
import { prepare, type CommitContext, type Target } from './prepare.js';
import type { Transaction } from './transaction.js';

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
