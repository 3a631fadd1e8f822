import { DatastoreError, Status } from '../errors.js';
import { encodeKey } from './keys.js';
import type { Level } from './level.js';
import { seal } from './sealed.js';

/** One key that is written or removed. */
export type Operation = { type: 'put'; key: Buffer; value: Buffer } | { type: 'del'; key: Buffer };

/** What is written together: wholly or not at all. */
interface Group {
  operations: Operation[];
  /** How to take the changes back, for each of whom they concern. */
  undo: Map<object, () => void>;
  written: (() => void)[];
  waiters: ((failure?: DatastoreError) => void)[];
}

/** So many of the latest writes can be told to be there, more than LevelDB's log ever holds. */
export const KEPT_WRITES = 65_536;

/**
 * Writes changes in the order in which they were made: those of one request together, and with them those of all
 * requests that came while the write before was under way.
 */
export class Journal {
  private readonly level: Level;
  private readonly place: string;
  private readonly now: () => number;
  private number: number;
  private next: Group | undefined;
  private writing: Group | undefined;
  private isBusy = false;
  private lastWritten: number;
  private failure: DatastoreError | undefined;

  /** `number` is that of the last write; `now` tells a time after every change so far. */
  constructor(level: Level, options: { place: string; number: number; now: () => number }) {
    this.level = level;
    this.place = options.place;
    this.number = options.number;
    this.lastWritten = options.number;
    this.now = options.now;
  }

  /** The number of the last write that succeeded. */
  get writes(): number {
    return this.lastWritten;
  }

  add(operation: Operation): void {
    this.group().operations.push(sealed(operation));
  }

  /** Remembers how to take back what is written next. Of several ways for one subject the first goes back furthest. */
  onFailure(subject: object, undo: () => void): void {
    const { undo: ways } = this.group();
    if (!ways.has(subject)) ways.set(subject, undo);
  }

  /** Calls back once all changes so far are written, and never if they are not. */
  onWritten(done: () => void): void {
    this.group().written.push(done);
  }

  checkWritable(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  /** Calls back once all changes so far are written, or taken back. */
  settle(done: (failure?: DatastoreError) => void): void {
    const last = this.next ?? this.writing;
    if (last === undefined) done();
    else last.waiters.push(done);
  }

  /** Takes back what is not written, and writes nothing anymore: after a failed write LevelDB's log may end anywhere. */
  fail(error: Error): void {
    const cause = (error.cause ?? error) as Error;
    const groups = [this.writing, this.next].filter((group) => group !== undefined);
    this.failure ??= new DatastoreError(
      Status.INTERNAL,
      `The embedded Datastore could not write to ${this.place}: ${cause.message}. ` +
        'What was not written is taken back, and it takes no writes until it is started again.',
    );
    this.writing = undefined;
    this.next = undefined;
    for (const { undo } of groups.toReversed()) {
      for (const takeBack of [...undo.values()].toReversed()) takeBack();
    }
    for (const { waiters } of groups) for (const tell of waiters) tell(this.failure);
  }

  private group(): Group {
    if (this.next === undefined) {
      this.next = { operations: [], undo: new Map(), written: [], waiters: [] };
      // After all requests that have arrived by now.
      if (!this.isBusy) setImmediate(() => void this.write());
      this.isBusy = true;
    }
    return this.next;
  }

  private async write(): Promise<void> {
    while (this.next !== undefined && this.failure === undefined) {
      const group = this.next;
      this.next = undefined;
      this.writing = group;
      group.operations.push(sealed(this.countWrite()));
      try {
        await this.level.batch(group.operations);
      } catch (error) {
        return this.fail(error as Error);
      }
      this.lastWritten = this.number;
      if (this.writing !== group) return;
      this.writing = undefined;
      for (const done of group.written) done();
      for (const tell of group.waiters) tell();
    }
    this.isBusy = false;
  }

  private countWrite(): Operation {
    const number = ++this.number;
    const value = Buffer.allocUnsafe(16);
    value.writeDoubleBE(number);
    value.writeDoubleBE(this.now(), 8);
    return { type: 'put', key: encodeKey('b', number % KEPT_WRITES), value };
  }
}

function sealed(operation: Operation): Operation {
  if (operation.type === 'del') return operation;
  return { ...operation, value: seal(operation.key, operation.value) };
}
