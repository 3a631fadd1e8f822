import type { Journal } from './journal.js';
import { encodeKey, rangeOf } from './keys.js';
import type { Sweeper } from './sweeper.js';

/**
 * Entities of one namespace over those of a parent, which the layer hides or shares. A namespace begins in one layer; a
 * layer that more than one begins in, or lies on, never changes again. So a fork is written in one step.
 */
export interface Layer {
  readonly id: number;
  /** The namespace that wrote it. */
  readonly namespace: string;
  readonly parent: Layer | undefined;
  /** How many namespaces begin in it, and layers lie on it. */
  uses: number;
}

/** All layers of a store. */
export class Layers {
  private readonly journal: Journal;
  private readonly sweeper: Sweeper;
  private lastId: number;

  constructor(journal: Journal, sweeper: Sweeper, lastId: number) {
    this.journal = journal;
    this.sweeper = sweeper;
    this.lastId = lastId;
  }

  /** A layer that a namespace begins in from now on, instead of in the one that is its parent now. */
  create(namespace: string, parent: Layer | undefined): Layer {
    const layer: Layer = { id: ++this.lastId, namespace, parent, uses: 1 };
    this.journal.add({ type: 'put', key: encodeKey('l', layer.id), value: encodeLayer(layer) });
    return layer;
  }

  /** One use less. Nothing of an unused layer is removed before it is written that it is unused. */
  release(layer: Layer): void {
    layer.uses--;
    if (layer.uses === 0) this.journal.onWritten(() => this.remove(layer));
  }

  /** Removes an unused layer. */
  remove({ id, parent }: Layer): void {
    this.sweeper.sweep(rangeOf('e', id), () => {
      this.journal.add({ type: 'del', key: encodeKey('l', id) });
      if (parent !== undefined) this.release(parent);
    });
  }
}

const PARENT_BYTES = 6;

function encodeLayer({ parent, namespace }: Layer): Buffer {
  const value = Buffer.allocUnsafe(PARENT_BYTES + namespace.length);
  value.writeUIntBE(parent?.id ?? 0, 0, PARENT_BYTES);
  value.write(namespace, PARENT_BYTES, 'latin1');
  return value;
}

/** The id of a layer's parent, 0 where it has none, and its namespace. */
export function decodeLayer(value: Buffer): { parentId: number; namespace: string } {
  return {
    parentId: value.readUIntBE(0, PARENT_BYTES),
    namespace: value.toString('latin1', PARENT_BYTES),
  };
}
