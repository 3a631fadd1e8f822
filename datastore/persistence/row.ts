import { crc32 } from 'node:zlib';
import type { StoredEntity } from '../storage/stored-entity.js';

/** What is kept of an entity: all but what follows from its properties. */
export type Row = Omit<StoredEntity, 'hasManyValues'>;

const CREATED = 4;
const UPDATED = 12;
const FLAGS = 20;
const HEADER_BYTES = 21;
const HAS_OWN_KEYS = 1;
const REMOVED = 2;

/** Encodes an entity, or that there is none, with a checksum over that and its key. */
export function encodeRow(key: Buffer, entity: Row | undefined): Buffer {
  const properties = entity?.properties ?? '';
  const row = Buffer.allocUnsafe(HEADER_BYTES + properties.length);
  row.writeDoubleBE(entity?.created ?? 0, CREATED);
  row.writeDoubleBE(entity?.updated ?? 0, UPDATED);
  row[FLAGS] = entity === undefined ? REMOVED : entity.hasOwnKeys ? HAS_OWN_KEYS : 0;
  row.write(properties, HEADER_BYTES, 'latin1');
  row.writeUInt32BE(checksum(key, row));
  return row;
}

/** Reads an entity back, or `null` where it says that there is none; undefined: it is damaged. */
export function decodeRow(key: Buffer, row: Buffer): Row | null | undefined {
  if (row.length < HEADER_BYTES || row.readUInt32BE() !== checksum(key, row)) return undefined;
  if (row[FLAGS] === REMOVED) return null;
  return {
    created: row.readDoubleBE(CREATED),
    updated: row.readDoubleBE(UPDATED),
    hasOwnKeys: row[FLAGS] === HAS_OWN_KEYS,
    properties: row.toString('latin1', HEADER_BYTES),
  };
}

function checksum(key: Buffer, row: Buffer): number {
  return crc32(row.subarray(CREATED), crc32(key));
}
