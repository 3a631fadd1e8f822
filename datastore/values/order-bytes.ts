/*
 * Byte strings whose order is the order of what they encode. One JavaScript character holds one byte, so that
 * V8 stores them compactly and compares them natively. Every encoding is prefix-free: two of them joined compare
 * like a pair.
 */

/** Above every encoded byte string that starts where this one stands. */
export const AFTER_ALL = '\xff';

// oxlint-disable-next-line no-control-regex
const PLAIN_ASCII = /^[\x02-\x7f]*$/;
// oxlint-disable-next-line no-control-regex
const ESCAPED = /[\0\x01]/g;
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\x01[\x01\x02]/g;

/** Text in the order of its UTF-8 bytes, as Datastore orders it. */
export function encodeText(text: string): string {
  if (PLAIN_ASCII.test(text)) return `${text}\0`;
  return encodeBytes(Buffer.from(text, 'utf8'));
}

/** Bytes, ended by a zero; zeros and ones inside are escaped. */
export function encodeBytes(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return encodeByteString(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'));
}

/** The same of bytes that are a byte string already. */
export function encodeByteString(bytes: string): string {
  return `${bytes.replace(ESCAPED, (byte: string) => (byte === '\0' ? '\x01\x01' : '\x01\x02'))}\0`;
}

/** Reads text back; `next` is the position after it. */
export function decodeText(encoded: string, start: number): { text: string; next: number } {
  const end = encoded.indexOf('\0', start);
  const body = encoded.slice(start, end);
  if (PLAIN_ASCII.test(body)) return { text: body, next: end + 1 };
  return { text: Buffer.from(unescape(body), 'latin1').toString('utf8'), next: end + 1 };
}

/** Reads bytes back. */
export function decodeBytes(encoded: string, start: number): Buffer {
  const body = encoded.slice(start, encoded.indexOf('\0', start));
  return Buffer.from(unescape(body), 'latin1');
}

function unescape(body: string): string {
  return body.replace(ESCAPES, (pair) => (pair === '\x01\x01' ? '\0' : '\x01'));
}

/** A 64-bit integer in its numeric order: how many bytes it needs, then those bytes. */
export function encodeInteger(value: bigint | number): string {
  return typeof value === 'number' ? encodeSafeInteger(value) : encodeBigInt(value);
}

function encodeSafeInteger(value: number): string {
  const negative = value < 0;
  let rest = negative ? -value - 1 : value;
  let bytes = '';
  while (rest > 0) {
    const byte = rest % 256;
    bytes = String.fromCharCode(negative ? 0xff - byte : byte) + bytes;
    rest = (rest - byte) / 256;
  }
  return withLength(negative, bytes);
}

function encodeBigInt(value: bigint): string {
  const negative = value < 0n;
  let rest = negative ? -value - 1n : value;
  let bytes = '';
  while (rest > 0n) {
    const byte = Number(rest & 0xffn);
    bytes = String.fromCharCode(negative ? 0xff - byte : byte) + bytes;
    rest >>= 8n;
  }
  return withLength(negative, bytes);
}

function withLength(negative: boolean, bytes: string): string {
  return String.fromCharCode(negative ? 0x7f - bytes.length : 0x80 + bytes.length) + bytes;
}

/** How many characters the integer at this position takes. */
export function integerLength(encoded: string, start: number): number {
  const head = encoded.charCodeAt(start);
  return head >= 0x80 ? 1 + head - 0x80 : 1 + 0x7f - head;
}

/** Reads an integer back; `next` is the position after it. */
export function decodeInteger(encoded: string, start: number): { value: bigint; next: number } {
  const next = start + integerLength(encoded, start);
  const negative = encoded.charCodeAt(start) < 0x80;
  let value = 0n;
  for (let at = start + 1; at < next; at++) {
    const byte = encoded.charCodeAt(at);
    value = (value << 8n) | BigInt(negative ? 0xff - byte : byte);
  }
  return { value: negative ? -value - 1n : value, next };
}

const doubleBytes = Buffer.alloc(8);

/** A double in the order of Datastore: -Infinity, ..., -0, 0, ..., Infinity, NaN. */
export function encodeDouble(value: number): string {
  doubleBytes.writeDoubleBE(Number.isNaN(value) ? Number.NaN : value);
  const negative = !Number.isNaN(value) && (doubleBytes[0]! & 0x80) !== 0;
  if (negative) for (let at = 0; at < 8; at++) doubleBytes[at] = 0xff - doubleBytes[at]!;
  else doubleBytes[0] = doubleBytes[0]! | 0x80;
  return doubleBytes.toString('latin1');
}

/** Reads a double back. */
export function decodeDouble(encoded: string, start: number): number {
  doubleBytes.write(encoded.slice(start, start + 8), 'latin1');
  if ((doubleBytes[0]! & 0x80) === 0) {
    for (let at = 0; at < 8; at++) doubleBytes[at] = 0xff - doubleBytes[at]!;
  } else doubleBytes[0] = doubleBytes[0]! & 0x7f;
  return doubleBytes.readDoubleBE();
}
