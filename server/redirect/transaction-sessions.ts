const mostTransactions = 10_000;

/** Remembers in which session each open transaction began: it stays there, wherever the app carries it. */
export class TransactionSessions {
  #sessions = new Map<string, string>();

  begin(transaction: unknown, session: string): void {
    const id = toId(transaction);
    if (id === undefined || this.#sessions.has(id)) return;
    this.#sessions.set(id, session);
    if (this.#sessions.size <= mostTransactions) return;
    // Abandoned by the app: Datastore itself forgets a transaction after 270 seconds.
    const oldest = this.#sessions.keys().next();
    if (oldest.done !== true) this.#sessions.delete(oldest.value);
  }

  /** The session in which a transaction began, if it is known. */
  find(transaction: unknown): string | undefined {
    const id = toId(transaction);
    return id === undefined ? undefined : this.#sessions.get(id);
  }

  end(transaction: unknown): void {
    const id = toId(transaction);
    if (id !== undefined) this.#sessions.delete(id);
  }

  clear(): void {
    this.#sessions.clear();
  }

  get size(): number {
    return this.#sessions.size;
  }
}

/** Transaction ids are bytes, which the client also takes as base64. */
function toId(transaction: unknown): string | undefined {
  if (typeof transaction === 'string') return transaction === '' ? undefined : transaction;
  if (!(transaction instanceof Uint8Array) || transaction.length === 0) return undefined;
  return Buffer.from(transaction).toString('base64');
}
