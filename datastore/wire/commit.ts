import { invalidArgument } from '../errors.js';
import type { MutationOutcome } from '../transactions/apply.js';
import { commitEach, commitTransaction } from '../transactions/commit.js';
import { parseMutation, type Mutation } from '../transactions/mutation.js';
import { toInt64, toTimestamp } from '../values/numbers.js';
import type { DatabaseEntry, Instance } from './instance.js';
import type { CommitRequest, CommitResponse, MutationResultMessage } from './messages.js';

const NON_TRANSACTIONAL = 2;

/** Answers Commit. */
export function commit(instance: Instance, request: CommitRequest): CommitResponse {
  const entry = instance.open(request);
  const { scope, codec } = entry;
  const mutations = request.mutations.map((mutation) => parseMutation(mutation, scope, codec));
  const hasTransaction = Object.hasOwn(request, 'transaction') && request.transaction!.length > 0;
  if (request.mode === NON_TRANSACTIONAL) {
    if (hasTransaction || request.singleUseTransaction) {
      throw invalidArgument('non-transaction commit cannot specify a transaction');
    }
    return { mutationResults: commitEach(entry, mutations).map(describeOutcome), indexUpdates: 0 };
  }
  if (!hasTransaction && !request.singleUseTransaction) {
    throw invalidArgument('transactional commit requires a transaction');
  }
  if (request.singleUseTransaction?.readOnly) {
    throw invalidArgument('single_use_transaction in a commit request must be READ_WRITE.');
  }
  const { outcomes, time } = hasTransaction
    ? commitOpen(entry, request.transaction!, mutations)
    : commitTransaction(entry, undefined, mutations);
  return {
    mutationResults: outcomes.map(describeOutcome),
    indexUpdates: 0,
    commitTime: toTimestamp(time),
  };
}

/** Commits a transaction that was begun; it has ended then, even if its commit is refused. */
function commitOpen(
  entry: DatabaseEntry,
  id: Uint8Array,
  mutations: Mutation[],
): ReturnType<typeof commitTransaction> {
  const transaction = entry.transactions.find(id, entry.database.now());
  if (transaction.readOnly && mutations.length > 0) {
    throw invalidArgument('Cannot modify entities in a read-only transaction.');
  }
  entry.transactions.end(id);
  return commitTransaction(entry, transaction, mutations);
}

function describeOutcome({
  key,
  entity,
  version,
  conflict,
  transformResults,
}: MutationOutcome): MutationResultMessage {
  return {
    ...(key && { key }),
    version: toInt64(version),
    conflictDetected: conflict,
    transformResults,
    ...(entity && {
      createTime: toTimestamp(entity.created),
      updateTime: toTimestamp(entity.updated),
    }),
  };
}
