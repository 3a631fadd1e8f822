import { invalidArgument } from '../errors.js';
import type { Snapshot } from '../storage/snapshot.js';
import type { Transaction } from './transaction.js';

/** The service ends a transaction after 270 s, or 60 s without a request. */
const MAX_AGE_MICROS = 270_000_000;
const MAX_IDLE_MICROS = 60_000_000;

/** The open transactions of one database. An abandoned one blocks nobody; it is forgotten in time. */
export class TransactionTable {
  private readonly open = new Map<string, Transaction>();
  private readonly prefix: string;
  private issued = 0;

  /** `prefix` tells this database's transactions from any other's. */
  constructor(prefix: string) {
    this.prefix = prefix;
  }

  begin(
    snapshot: Snapshot,
    readOnly: boolean,
    now: number,
  ): { transaction: Transaction; id: Buffer } {
    this.expire(now);
    this.issued++;
    const id = Buffer.from(`${this.prefix}.${this.issued}`, 'latin1');
    const transaction: Transaction = {
      id: id.toString('latin1'),
      readOnly,
      snapshot,
      reads: [],
      begun: now,
      lastUsed: now,
    };
    this.open.set(transaction.id, transaction);
    return { transaction, id };
  }

  /** The open transaction with this id. */
  find(id: Uint8Array, now: number): Transaction {
    this.expire(now);
    const transaction = this.open.get(this.checkId(id));
    if (transaction === undefined) throw invalidArgument('Transaction is invalid or closed.');
    transaction.lastUsed = now;
    return transaction;
  }

  /** Ends a transaction; one that has ended already may be ended again. */
  end(id: Uint8Array): void {
    this.open.delete(this.checkId(id));
  }

  /** Refuses what was never a transaction's id. */
  checkId(id: Uint8Array): string {
    const text = Buffer.from(id).toString('latin1');
    const number = text.startsWith(`${this.prefix}.`) ? text.slice(this.prefix.length + 1) : '';
    if (!/^[1-9][0-9]{0,15}$/.test(number) || Number(number) > this.issued) {
      throw invalidArgument('Invalid transaction.');
    }
    return text;
  }

  private expire(now: number): void {
    for (const { id, begun, lastUsed } of this.open.values()) {
      if (now - begun > MAX_AGE_MICROS || now - lastUsed > MAX_IDLE_MICROS) this.open.delete(id);
    }
  }
}
