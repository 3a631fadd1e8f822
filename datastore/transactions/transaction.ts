import type { Change } from '../storage/change-log.js';
import type { Snapshot } from '../storage/snapshot.js';

/** Something that a transaction read, and how to tell whether it would read the same now. */
export interface Read {
  /** Whether a change may have altered what was read. */
  isTouchedBy(change: Change): boolean;
  isSameIn(snapshot: Snapshot): boolean;
}

/** A transaction that was begun and neither committed nor rolled back. It holds a snapshot and no locks. */
export interface Transaction {
  id: string;
  readOnly: boolean;
  snapshot: Snapshot;
  reads: Read[];
  /** Microseconds since 1970. */
  begun: number;
  lastUsed: number;
}
