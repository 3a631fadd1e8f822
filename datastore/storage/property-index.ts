import type { Path } from '../keys/path.js';
import type { OrderedValue } from '../values/encode-value.js';
import { OrderedMap } from '../tree/ordered-map.js';
import type { Owner } from '../tree/node.js';

/** The values under which an entity stood in an index, and those under which it is to stand there. */
export interface IndexChange {
  path: Path;
  before: readonly OrderedValue[];
  after: readonly OrderedValue[];
}

/** The built-in index of one property of one kind: value, then key, for every indexed value of every entity. */
export class PropertyIndex {
  readonly owner: Owner;
  /** In order. */
  readonly entries: OrderedMap<undefined>;
  /** How many entries belong to an entity that has another one here: without any, no result can come twice. */
  repeated: number;
  /** Of new entries, so that V8 makes each of them one string: as a sum of its parts it takes twice the memory. */
  private lastBytes = 0;

  constructor(owner: Owner, entries = OrderedMap.ofKeys(owner), repeated = 0) {
    this.owner = owner;
    this.entries = entries;
    this.repeated = repeated;
  }

  copy(owner: Owner): PropertyIndex {
    return new PropertyIndex(owner, this.entries.copy(), this.repeated);
  }

  /** Takes over changes, one for each entity at most. */
  change(changes: Iterable<IndexChange>): void {
    const added: string[] = [];
    for (const { path, before, after } of changes) {
      for (const value of before) {
        if (!after.includes(value)) this.entries.delete(this.owner, value + path);
      }
      for (const value of after) {
        if (before.includes(value)) continue;
        const entry = value + path;
        this.lastBytes ^= entry.charCodeAt(entry.length - 1);
        added.push(entry);
      }
      this.repeated += extraEntries(after) - extraEntries(before);
    }
    this.entries.addKeys(this.owner, added);
  }
}

function extraEntries(values: readonly OrderedValue[]): number {
  return Math.max(0, values.length - 1);
}
