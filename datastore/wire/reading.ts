import { invalidArgument, Status, DatastoreError } from '../errors.js';
import { HISTORY_MICROS } from '../storage/change-log.js';
import type { Snapshot } from '../storage/snapshot.js';
import type { Read, Transaction } from '../transactions/transaction.js';
import { checkTimestamp } from '../values/check-value.js';
import { toMicros } from '../values/numbers.js';
import type {
  ReadOptionsMessage,
  TimestampMessage,
  TransactionOptionsMessage,
} from './messages.js';
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
  const snapshot = options?.readTime ? readPast(entry, options.readTime) : entry.database.view();
  return { snapshot, begun: undefined, note: () => {} };
}

/** Begins a transaction, on the present state unless it is read-only and names a time. */
export function beginTransaction(
  entry: DatabaseEntry,
  options: TransactionOptionsMessage | null | undefined,
): { transaction: Transaction; id: Buffer } {
  const { database, transactions } = entry;
  const previous = options?.readWrite?.previousTransaction;
  if (previous !== undefined && previous.length > 0) transactions.checkId(previous);
  const readTime = options?.readOnly?.readTime;
  const snapshot = readTime ? readPast(entry, readTime) : database.snapshot();
  return transactions.begin(snapshot, Boolean(options?.readOnly), database.now());
}

function readPast({ database }: DatabaseEntry, readTime: TimestampMessage): Snapshot {
  checkTimestamp(readTime);
  if ((readTime.nanos ?? 0) % 1000 !== 0) {
    throw invalidArgument('timestamp cannot have more than microseconds precision');
  }
  const time = Number(toMicros(readTime));
  const now = database.now();
  if (time > now) throw invalidArgument("The requested 'read_time' cannot be in the future.");
  if (time < now - HISTORY_MICROS) throw tooOld('reads go back one hour');
  if (time < database.since) throw tooOld('reads go back to when this Datastore was started');
  return database.at(time);
}

function tooOld(why: string): DatastoreError {
  return new DatastoreError(
    Status.FAILED_PRECONDITION,
    `The requested 'read_time' is too old: ${why}.`,
  );
}

function noteIn(transaction: Transaction): Reading['note'] {
  return (read) => {
    if (!transaction.readOnly) transaction.reads.push(read());
  };
}
