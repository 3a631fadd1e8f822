/**
 * An entity as it is kept: its properties as the bytes that go over the wire, one character a byte, which takes a
 * fraction of the memory of objects or Buffers. Its key is where it is stored under, so a namespace can be copied as a
 * whole.
 */
export interface StoredEntity {
  /** Encoded `Entity.properties`, without the key. */
  readonly properties: string;
  /** Whether a key inside the properties lies in the entity's own partition, which is then left out. */
  readonly hasOwnKeys: boolean;
  /** Whether there is an array or an embedded entity: only then it may stand in an index more than once. */
  readonly hasNested: boolean;
  /** Microseconds since 1970; also its version, as in the service. */
  readonly updated: number;
  /** Microseconds since 1970. */
  readonly created: number;
}

/** An entity about to be stored. */
export interface EntityWrite {
  properties: string;
  hasOwnKeys: boolean;
  hasNested: boolean;
  /** How many values the indexes would hold of it. */
  indexEntries: number;
}
