import type { OrderedValue } from '../values/encode-value.js';
import type { StoredEntity } from './stored-entity.js';

/** Reads what the indexes hold of an entity. */
export interface IndexReader {
  /** Of one property. */
  readIndexValues(entity: StoredEntity, property: string): OrderedValue[];
  /** Of every property that is in an index. */
  listIndexValues(entity: StoredEntity): Map<string, OrderedValue[]>;
}

/** So many properties of a kind are indexed one by one; where more are asked for, all are. */
const MOST_SINGLE = 16;
const NOTHING: ReadonlySet<string> = new Set();

/**
 * The properties of one database that queries have asked for. No other is indexed: most properties of most applications are
 * only ever read and written.
 */
export class IndexDemand {
  readonly reader: IndexReader;
  private readonly properties = new Map<string, Set<string> | 'all'>();

  constructor(reader: IndexReader) {
    this.reader = reader;
  }

  add(kind: string, property: string): void {
    const known = this.properties.get(kind);
    if (known === 'all' || known?.has(property)) return;
    if (known === undefined) this.properties.set(kind, new Set([property]));
    else if (known.size === MOST_SINGLE) this.addAll(kind);
    else known.add(property);
  }

  addAll(kind: string): void {
    this.properties.set(kind, 'all');
  }

  /** What was asked for of a kind, in whatever namespace. */
  of(kind: string): ReadonlySet<string> | 'all' {
    return this.properties.get(kind) ?? NOTHING;
  }
}
