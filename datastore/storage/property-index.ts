import type { Path } from '../keys/path.js';
import type { OrderedValue } from '../values/encode-value.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';

/** So many changes wait at most: to catch up takes some milliseconds then. */
const MOST_PENDING = 8192;

/**
 * The built-in index of one property of one kind: value, then key, for every indexed value of every entity. Only what is not
 * in it may be added, and only what is in it removed.
 */
export class PropertyIndex {
  readonly owner: Owner;
  private readonly sorted: OrderedMap<undefined>;
  /** Entries to add, or else to remove: of a property that nobody asks for few are ever sorted. */
  private pending: string[] = [];
  private pendingRemovals = false;
  /** Of the pending entries, so that V8 makes each of them one string: as a sum of its parts it takes twice the memory. */
  private lastBytes = 0;
  /** How many entries belong to an entity that has another one here: without any, no result can come twice. */
  repeated: number;

  constructor(owner: Owner, sorted = OrderedMap.ofKeys(owner), repeated = 0) {
    this.owner = owner;
    this.sorted = sorted;
    this.repeated = repeated;
  }

  copy(owner: Owner): PropertyIndex {
    return new PropertyIndex(owner, this.entries.copy(), this.repeated);
  }

  /** The entries in order, after catching up with what is pending. */
  get entries(): OrderedMap<undefined> {
    if (this.pending.length > 0) this.catchUp();
    return this.sorted;
  }

  get isEmpty(): boolean {
    const { length } = this.pending;
    return this.sorted.size + (this.pendingRemovals ? -length : length) === 0;
  }

  /** Replaces the values under which an entity stands here. */
  replace(path: Path, before: OrderedValue[], after: OrderedValue[]): void {
    for (const value of before) if (!after.includes(value)) this.change(value + path, true);
    for (const value of after) if (!before.includes(value)) this.change(value + path, false);
    this.repeated += extraEntries(after) - extraEntries(before);
  }

  private change(entry: string, isRemoval: boolean): void {
    const isFull = this.pending.length === MOST_PENDING;
    if (isFull || this.pendingRemovals !== isRemoval) this.catchUp();
    this.pendingRemovals = isRemoval;
    this.lastBytes ^= entry.charCodeAt(entry.length - 1);
    this.pending.push(entry);
  }

  private catchUp(): void {
    const { sorted, owner, pending, pendingRemovals } = this;
    this.pending = [];
    if (pendingRemovals) for (const entry of pending) sorted.delete(owner, entry);
    else sorted.addKeys(owner, pending);
  }
}

function extraEntries(values: OrderedValue[]): number {
  return Math.max(0, values.length - 1);
}
