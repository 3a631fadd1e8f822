import { createHash } from 'node:crypto';
import { invalidArgument } from '../errors.js';
import { decodeBytes, encodeBytes, encodeText } from '../values/order-bytes.js';
import type { Component, Cursor, Row } from './query.js';

const VERSION = 1;
const CHECK_BYTES = 4;
const ASCENDING = 'a';
const DESCENDING = 'd';

/** What binds a cursor to queries of the same kind and order; those that turn the whole order round are included. */
export interface CursorQuery {
  kind: string | undefined;
  components: readonly Component[];
  keyDescending: boolean;
}

function describeQuery({ kind, components, keyDescending }: CursorQuery): string {
  const orders = components.map(
    ({ property, descending }) => (descending === keyDescending ? '+' : '-') + property,
  );
  return [kind ?? '', ...orders].map(encodeText).join('');
}

/** A cursor as it goes over the wire: the row's position, bound to the kind of query it comes from. */
export function encodeCursor(row: Row, query: CursorQuery): Uint8Array {
  const direction = query.keyDescending ? DESCENDING : ASCENDING;
  const parts = [direction, row.path, ...row.values].map((part) =>
    encodeBytes(Buffer.from(part, 'latin1')),
  );
  const body = Buffer.from(parts.join(''), 'latin1');
  return Buffer.concat([Buffer.from([VERSION]), checksum(describeQuery(query), body), body]);
}

/** Reads a cursor back, refusing what is none or belongs to another query. */
export function decodeCursor(bytes: Uint8Array, query: CursorQuery): Cursor {
  const buffer = Buffer.from(bytes);
  const check = buffer.subarray(1, 1 + CHECK_BYTES);
  const body = buffer.subarray(1 + CHECK_BYTES);
  if (buffer[0] !== VERSION || !check.equals(checksum(describeQuery(query), body))) {
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

function checksum(query: string, body: Uint8Array): Buffer {
  return createHash('sha1').update(query, 'latin1').update(body).digest().subarray(0, CHECK_BYTES);
}
