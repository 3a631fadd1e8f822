import type { Path } from '../keys/path.js';
import type { NamespaceData } from './namespace-data.js';
import type { StoredEntity } from './stored-entity.js';

/** What a commit replaced: one entity. */
interface EntityChange {
  time: number;
  namespace: string;
  path: Path;
  before: StoredEntity | undefined;
}

/** What a fork or a drop replaced: a whole namespace. */
interface NamespaceChange {
  time: number;
  namespace: string;
  path: undefined;
  before: NamespaceData | undefined;
}

export type Change = EntityChange | NamespaceChange;

/** How far back one may read, as in the service: an hour. */
export const HISTORY_MICROS = 3_600_000_000;

/** What the commits of the last hour replaced: for reads in the past, and to find what a transaction overlaps with. */
export class ChangeLog {
  private changes: Change[] = [];
  private forgotten = 0;

  add(change: Change): void {
    this.changes.push(change);
  }

  /** Drops what is too old to be asked for. */
  forgetBefore(time: number): void {
    while (this.forgotten < this.changes.length && this.changes[this.forgotten]!.time < time) {
      this.forgotten++;
    }
    if (this.forgotten > 1024 && this.forgotten > this.changes.length / 2) {
      this.changes = this.changes.slice(this.forgotten);
      this.forgotten = 0;
    }
  }

  /** Drops what was taken back. */
  forgetAfter(time: number): void {
    while (this.changes.length > this.forgotten && this.changes.at(-1)!.time > time) {
      this.changes.pop();
    }
  }

  /** The changes after a time, latest first. */
  *since(time: number): Generator<Change> {
    for (let at = this.changes.length - 1; at >= this.forgotten; at--) {
      const change = this.changes[at]!;
      if (change.time <= time) return;
      yield change;
    }
  }
}
