import type { Path } from '../keys/path.js';
import type { Scope } from '../keys/scope.js';
import type { Recorder } from '../storage/store.js';
import type { StoredEntity } from '../storage/stored-entity.js';
import type { Journal } from './journal.js';
import { encodeKey } from './keys.js';
import type { Layer, Layers } from './layers.js';
import { encodeRow } from './row.js';

/** A database as it is kept: under a number, its namespaces in layers. */
export interface RecordedDatabase {
  number: number;
  scope: Scope;
  /** The layer in which each namespace begins. */
  tops: Map<string, Layer>;
  /** Whether it is known on disk. */
  isKept: boolean;
}

/** Hands the changes of one database to the journal. */
export class DatabaseRecorder implements Recorder {
  private readonly database: RecordedDatabase;
  private readonly journal: Journal;
  private readonly layers: Layers;

  constructor(database: RecordedDatabase, journal: Journal, layers: Layers) {
    this.database = database;
    this.journal = journal;
    this.layers = layers;
  }

  put(namespace: string, path: Path, entity: StoredEntity): void {
    const key = encodeKey('e', this.ownLayer(namespace).id, path);
    this.journal.add({ type: 'put', key, value: encodeRow(entity) });
  }

  remove(namespace: string, path: Path): void {
    const { id, parent } = this.ownLayer(namespace);
    const key = encodeKey('e', id, path);
    if (parent === undefined) this.journal.add({ type: 'del', key });
    else this.journal.add({ type: 'put', key, value: encodeRow(undefined) });
  }

  assign(namespace: string, from: string | undefined): void {
    const { tops } = this.database;
    const before = tops.get(namespace);
    const layer = from === undefined ? undefined : tops.get(from);
    if (layer !== undefined) {
      layer.uses++;
      this.beginIn(namespace, layer);
    } else if (before !== undefined) {
      tops.delete(namespace);
      this.journal.add({ type: 'del', key: encodeKey('n', this.database.number, namespace) });
    }
    if (before !== undefined) this.layers.release(before);
  }

  reserve(namespace: string, path: Path): void {
    this.keepDatabase();
    const key = encodeKey('i', this.database.number, `${namespace}\0${path}`);
    this.journal.add({ type: 'put', key, value: Buffer.alloc(0) });
  }

  onFailure(undo: () => void): void {
    this.journal.onFailure(this, undo);
  }

  /** Forgets the database with all that is in it. */
  removeDatabase(): void {
    const { tops, number } = this.database;
    for (const layer of tops.values()) this.layers.release(layer);
    tops.clear();
    this.journal.add({ type: 'del', key: encodeKey('d', number) });
  }

  /** The layer of a namespace that may be written into. */
  private ownLayer(namespace: string): Layer {
    const top = this.database.tops.get(namespace);
    if (top?.uses === 1) return top;
    const layer = this.layers.create(namespace, top);
    this.beginIn(namespace, layer);
    return layer;
  }

  private beginIn(namespace: string, layer: Layer): void {
    this.keepDatabase();
    this.database.tops.set(namespace, layer);
    const value = Buffer.allocUnsafe(6);
    value.writeUIntBE(layer.id, 0, 6);
    const key = encodeKey('n', this.database.number, namespace);
    this.journal.add({ type: 'put', key, value });
  }

  private keepDatabase(): void {
    const { isKept, number, scope } = this.database;
    if (isKept) return;
    this.database.isKept = true;
    const value = Buffer.from(JSON.stringify(scope));
    this.journal.add({ type: 'put', key: encodeKey('d', number), value });
  }
}
