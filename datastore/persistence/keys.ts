/*
 * What is kept, by the first byte of the key. Numbers are six bytes, high ones first; strings are byte strings.
 *
 *   b <slot>                      a write: its number and its time
 *   d <database>                  the project and the name of a database
 *   e <layer> <path>              an entity, or that there is none
 *   i <database> <namespace \0 path>  a path that is never handed out
 *   l <layer>                     a layer: its parent, and its namespace
 *   n <database> <namespace>      the layer in which a namespace begins
 */
export type Tag = 'b' | 'd' | 'e' | 'i' | 'l' | 'n';

const NUMBER_BYTES = 6;
const PREFIX_BYTES = 1 + NUMBER_BYTES;

/** The key of something that belongs to a number. */
export function encodeKey(tag: Tag, number: number, rest = ''): Buffer {
  const key = Buffer.allocUnsafe(PREFIX_BYTES + rest.length);
  key.write(tag, 'latin1');
  key.writeUIntBE(number, 1, NUMBER_BYTES);
  key.write(rest, PREFIX_BYTES, 'latin1');
  return key;
}

/** The number and the rest of a key. */
export function decodeKey(key: Buffer): { number: number; rest: string } {
  return { number: key.readUIntBE(1, NUMBER_BYTES), rest: key.toString('latin1', PREFIX_BYTES) };
}

/** All keys with a tag, or those of one number. */
export function rangeOf(tag: Tag, number?: number): { gte: Buffer; lt: Buffer } {
  if (number !== undefined) return { gte: encodeKey(tag, number), lt: encodeKey(tag, number + 1) };
  const next = Buffer.from(tag, 'latin1');
  next[0]! += 1;
  return { gte: Buffer.from(tag, 'latin1'), lt: next };
}
