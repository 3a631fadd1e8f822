import { invalidArgument, Status, DatastoreError } from '../errors.js';
import type { Snapshot } from '../storage/snapshot.js';
import type { Read, Transaction } from '../transactions/transaction.js';
import type { ReadOptionsMessage, TransactionOptionsMessage } from './messages.js';
import type { DatabaseEntry } from './instance.js';

/** What a request reads from, and what of it the response reports. */
export interface Reading {
  snapshot: Snapshot;
  /** The id of the transaction that the request began. */
  begun: Uint8Array | undefined;
  /** Notes what a transaction read, so that its commit can tell whether that changed. */
  note: (read: () => Read) => void;
}

/** Finds out what a request wants to read from. */
export function openReading(
  entry: DatabaseEntry,
  options: ReadOptionsMessage | null | undefined,
): Reading {
  if (options?.newTransaction) {
    const { transaction, id } = beginTransaction(entry, options.newTransaction);
    return { snapshot: transaction.snapshot, begun: id, note: noteIn(transaction) };
  }
  if (options?.transaction !== undefined && Object.hasOwn(options, 'transaction')) {
    if (options.transaction.length === 0) throw invalidArgument('Invalid transaction.');
    const transaction = entry.transactions.find(options.transaction, entry.database.now());
    return { snapshot: transaction.snapshot, begun: undefined, note: noteIn(transaction) };
  }
  const readTime = options?.readTime;
  if (readTime)
    throw new DatastoreError(Status.UNIMPLEMENTED, 'Reads in the past are not supported.');
  return { snapshot: entry.database.view(), begun: undefined, note: () => {} };
}

/** Begins a transaction on the present state. */
export function beginTransaction(
  { database, transactions }: DatabaseEntry,
  options: TransactionOptionsMessage | null | undefined,
): { transaction: Transaction; id: Buffer } {
  const snapshot = database.snapshot();
  return transactions.begin(snapshot, Boolean(options?.readOnly), snapshot.time);
}

function noteIn(transaction: Transaction): Reading['note'] {
  return (read) => {
    if (!transaction.readOnly) transaction.reads.push(read());
  };
}
