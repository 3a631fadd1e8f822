import type { Path } from '../keys/path.js';
import type { OrderedValue } from '../values/encode-value.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';

/** The built-in index of one property of one kind: value, then key, for every indexed value of every entity. */
export class PropertyIndex {
  readonly owner: Owner;
  private readonly sorted: OrderedMap<undefined>;
  /** What was added, or else removed, since the index was read last: what nobody asks for is never sorted. */
  private pending: string[] = [];
  private isRemoving = false;
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

  get entries(): OrderedMap<undefined> {
    if (this.pending.length > 0) this.bringUpToDate();
    return this.sorted;
  }

  get isEmpty(): boolean {
    const { length } = this.pending;
    return this.sorted.size + (this.isRemoving ? -length : length) === 0;
  }

  /** Replaces the values under which an entity stands here. */
  replace(path: Path, before: OrderedValue[], after: OrderedValue[]): void {
    for (const value of before) if (!after.includes(value)) this.change(value + path, true);
    for (const value of after) if (!before.includes(value)) this.change(value + path, false);
    this.repeated += extraEntries(after) - extraEntries(before);
  }

  private change(entry: string, isRemoving: boolean): void {
    if (this.isRemoving !== isRemoving) {
      if (this.pending.length > 0) this.bringUpToDate();
      this.isRemoving = isRemoving;
    }
    this.pending.push(entry);
  }

  private bringUpToDate(): void {
    const { sorted, owner, pending, isRemoving } = this;
    this.pending = [];
    if (isRemoving) for (const entry of pending) sorted.delete(owner, entry);
    else sorted.addKeys(owner, pending);
  }
}

function extraEntries(values: OrderedValue[]): number {
  return Math.max(0, values.length - 1);
}
