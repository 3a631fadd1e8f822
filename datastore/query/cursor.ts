import { crc32 } from 'node:zlib';
import { invalidArgument } from '../errors.js';
import { decodeBytes, encodeByteString, encodeText } from '../values/order-bytes.js';
import type { Component, Cursor, Row } from './query.js';

const VERSION = 1;
const HEADER_BYTES = 5;
const ASCENDING = 'a';
const DESCENDING = 'd';

/** What binds a cursor to queries of the same kind and order; those that turn the whole order round are included. */
export interface CursorQuery {
  kind: string | undefined;
  components: readonly Component[];
  keyDescending: boolean;
}

/** Makes the cursors of a query's rows as they go over the wire: positions, bound to the kind of query. */
export function createCursorEncoder(query: CursorQuery): (row: Row) => Uint8Array {
  const direction = encodeByteString(query.keyDescending ? DESCENDING : ASCENDING);
  const origin = checksum(query);
  return ({ path, values }) => {
    const body = [direction, ...[path, ...values].map(encodeByteString)].join('');
    const cursor = Buffer.allocUnsafe(HEADER_BYTES + body.length);
    cursor[0] = VERSION;
    cursor.write(body, HEADER_BYTES, 'latin1');
    cursor.writeUInt32BE(crc32(cursor.subarray(HEADER_BYTES), origin), 1);
    return cursor;
  };
}

/** Reads a cursor back, refusing what is none or belongs to another query. */
export function decodeCursor(bytes: Uint8Array, query: CursorQuery): Cursor {
  const buffer = Buffer.from(bytes);
  const body = buffer.subarray(HEADER_BYTES);
  const isOwn =
    buffer.length > HEADER_BYTES &&
    buffer[0] === VERSION &&
    buffer.at(-1) === 0 &&
    buffer.readUInt32BE(1) === crc32(body, checksum(query));
  if (!isOwn) {
    throw invalidArgument('Invalid cursor: it is malformed or was made by a different query.');
  }
  const text = body.toString('latin1');
  const parts: string[] = [];
  for (let at = 0; at < text.length; at = text.indexOf('\0', at) + 1) {
    parts.push(decodeBytes(text, at).toString('latin1'));
  }
  const [direction, path = '', ...values] = parts;
  return { path, values, isBefore: (direction === DESCENDING) !== query.keyDescending };
}

function checksum({ kind, components, keyDescending }: CursorQuery): number {
  const orders = components.map(
    ({ property, descending }) => (descending === keyDescending ? '+' : '-') + property,
  );
  return crc32(Buffer.from([kind ?? '', ...orders].map(encodeText).join(''), 'latin1'));
}
