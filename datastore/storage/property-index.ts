import type { Path } from '../keys/path.js';
import type { OrderedValue } from '../values/encode-value.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';

/** The built-in index of one property of one kind: value, then key, for every indexed value of every entity. */
export class PropertyIndex {
  readonly owner: Owner;
  readonly entries: OrderedMap<undefined>;
  /** How many entries belong to an entity that has another one here: without any, no result can come twice. */
  repeated: number;

  constructor(owner: Owner, entries = OrderedMap.ofKeys(owner), repeated = 0) {
    this.owner = owner;
    this.entries = entries;
    this.repeated = repeated;
  }

  copy(owner: Owner): PropertyIndex {
    return new PropertyIndex(owner, this.entries.copy(), this.repeated);
  }

  /** Replaces the values under which an entity stands here. Returns how many entries changed. */
  replace(path: Path, before: OrderedValue[], after: OrderedValue[]): number {
    let changes = 0;
    for (const value of before) {
      if (after.includes(value)) continue;
      this.entries.delete(this.owner, value + path);
      changes++;
    }
    for (const value of after) {
      if (before.includes(value)) continue;
      this.entries.set(this.owner, value + path, undefined);
      changes++;
    }
    this.repeated += extraEntries(after) - extraEntries(before);
    return changes;
  }
}

function extraEntries(values: OrderedValue[]): number {
  return Math.max(0, values.length - 1);
}
