import type { StoredEntity } from '../storage/stored-entity.js';

/** What is kept of an entity: all but what follows from its properties. */
export type Row = Omit<StoredEntity, 'hasNested'>;

const UPDATED = 8;
const FLAGS = 16;
const HEADER_BYTES = 17;
const HAS_OWN_KEYS = 1;
const REMOVED = 2;

/** Encodes an entity, or that there is none. */
export function encodeRow(entity: Row | undefined): Buffer {
  const properties = entity?.properties ?? '';
  const row = Buffer.allocUnsafe(HEADER_BYTES + properties.length);
  row.writeDoubleBE(entity?.created ?? 0);
  row.writeDoubleBE(entity?.updated ?? 0, UPDATED);
  row[FLAGS] = entity === undefined ? REMOVED : entity.hasOwnKeys ? HAS_OWN_KEYS : 0;
  row.write(properties, HEADER_BYTES, 'latin1');
  return row;
}

/** Reads an entity back; undefined: it says that there is none. */
export function decodeRow(row: Buffer): Row | undefined {
  if (row[FLAGS] === REMOVED) return undefined;
  return {
    created: row.readDoubleBE(),
    updated: row.readDoubleBE(UPDATED),
    hasOwnKeys: row[FLAGS] === HAS_OWN_KEYS,
    properties: row.toString('latin1', HEADER_BYTES),
  };
}
