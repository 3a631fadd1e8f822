import { crc32 } from 'node:zlib';
import type { Level } from './level.js';

const CHECKSUM_BYTES = 4;
const ENTRIES_AT_ONCE = 1000;

/** A value with a checksum over it and its key: LevelDB does not check the tables that it reads. */
export function seal(key: Buffer, value: Buffer): Buffer {
  const sealed = Buffer.allocUnsafe(CHECKSUM_BYTES + value.length);
  value.copy(sealed, CHECKSUM_BYTES);
  sealed.writeUInt32BE(crc32(value, crc32(key)));
  return sealed;
}

/** The value as it was before it was sealed, or throws that it is another one. */
export function unseal(key: Buffer, sealed: Buffer): Buffer {
  const value = sealed.subarray(CHECKSUM_BYTES);
  if (sealed.length < CHECKSUM_BYTES || sealed.readUInt32BE() !== crc32(value, crc32(key))) {
    throw new Error('a checksum is wrong');
  }
  return value;
}

/** Reads the keys and values of a range, so many at a time, or throws that one is damaged. */
export async function* readSealed(
  level: Level,
  range: { gte: Buffer; lt: Buffer },
): AsyncGenerator<[key: Buffer, value: Buffer][]> {
  const iterator = level.iterator(range);
  try {
    for (;;) {
      const entries = await iterator.nextv(ENTRIES_AT_ONCE);
      if (entries.length === 0) return;
      yield entries.map(([key, sealed]) => [key, unseal(key, sealed)]);
    }
  } finally {
    await iterator.close();
  }
}
