import type { OrderedValue } from '../values/encode-value.js';
import type { StoredEntity } from './stored-entity.js';

/** Reads what the index of a property holds of an entity. */
export interface PropertyReader {
  readIndexValues(entity: StoredEntity, property: string): OrderedValue[];
}

/**
 * The properties of one database that queries have asked for. No other is indexed: most properties of most applications are
 * only ever read and written.
 */
export class IndexDemand {
  readonly reader: PropertyReader;
  private readonly properties = new Map<string, Set<string>>();

  constructor(reader: PropertyReader) {
    this.reader = reader;
  }

  add(kind: string, property: string): void {
    const known = this.properties.get(kind);
    if (known === undefined) this.properties.set(kind, new Set([property]));
    else known.add(property);
  }

  /** What was asked for of a kind, in whatever namespace. */
  of(kind: string): Iterable<string> {
    return this.properties.get(kind) ?? [];
  }
}
