import { encodePath, type Path } from '../keys/path.js';
import type { Snapshot } from '../storage/snapshot.js';
import type { Recorder } from '../storage/store.js';
import { toInt64 } from '../values/numbers.js';
import type { KeyMessage } from '../wire/messages.js';

// Ids as the service hands them out: 16 digits, scattered, exact in a double.
const LEAST_ID = 2 ** 52;

/** Hands out ids that no entity has, and that were neither allocated nor reserved. */
export class IdAllocator {
  private readonly taken: Set<string>;
  private readonly random: () => number;
  private readonly recorder: Recorder | undefined;

  /** `random` draws from 0 (inclusive) to 1 (exclusive), as `Math.random` does; `taken` is what was reserved before. */
  constructor(random: () => number, recorder?: Recorder, taken: Set<string> = new Set()) {
    this.random = random;
    this.recorder = recorder;
    this.taken = taken;
  }

  /** Completes a key whose last element lacks an id; `uncommitted` is what is about to be stored. */
  complete(
    key: KeyMessage,
    namespace: string,
    snapshot: Snapshot,
    uncommitted?: ReadonlyMap<string, unknown>,
  ): { key: KeyMessage; path: Path } {
    const elements = key.path!;
    const parents = elements.slice(0, -1);
    const { kind = '' } = elements.at(-1)!;
    for (;;) {
      const id = toInt64(LEAST_ID + Math.floor(this.random() * LEAST_ID));
      const completed = { ...key, path: [...parents, { kind, id }] };
      const path = encodePath(completed);
      const identity = `${namespace}\0${path}`;
      const isFree =
        !this.taken.has(identity) &&
        !uncommitted?.has(identity) &&
        snapshot.entity(namespace, path) === undefined;
      if (isFree) return { key: completed, path };
    }
  }

  /** Keeps a path from being handed out. */
  reserve(namespace: string, path: Path): void {
    const identity = `${namespace}\0${path}`;
    if (this.taken.has(identity)) return;
    this.taken.add(identity);
    this.recorder?.reserve(namespace, path);
  }
}
