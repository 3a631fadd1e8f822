import { createHash } from 'node:crypto';
import { invalidArgument } from '../errors.js';
import type { Path } from '../keys/path.js';
import { decodeBytes, encodeBytes, encodeText } from '../values/order-bytes.js';
import type { OrderedValue } from '../values/encode-value.js';
import type { Component, Row } from './query.js';

/** The position after a result. A cursor without one stands before the first. */
export interface Cursor {
  values: OrderedValue[];
  path: Path;
}

const VERSION = 1;
const CHECK_BYTES = 4;

/** What a cursor's query was sorted by; one of another query is refused. */
export function describeQuery(
  kind: string | undefined,
  components: readonly Component[],
  keyDescending: boolean,
): string {
  const orders = components.map(({ property, descending }) => (descending ? '-' : '+') + property);
  return [kind ?? '', keyDescending ? '-' : '+', ...orders].map(encodeText).join('');
}

/** A cursor as it goes over the wire: the row's position, bound to the kind of query it comes from. */
export function encodeCursor(row: Row, query: string): Uint8Array {
  const parts = [row.path, ...row.values].map((part) => encodeBytes(Buffer.from(part, 'latin1')));
  const body = Buffer.from(parts.join(''), 'latin1');
  return Buffer.concat([Buffer.from([VERSION]), checksum(query, body), body]);
}

/** Reads a cursor back, refusing what is none or belongs to another query. */
export function decodeCursor(bytes: Uint8Array, query: string, components: number): Cursor {
  const buffer = Buffer.from(bytes);
  const check = buffer.subarray(1, 1 + CHECK_BYTES);
  const body = buffer.subarray(1 + CHECK_BYTES);
  if (buffer[0] !== VERSION || !check.equals(checksum(query, body))) {
    throw invalidArgument('Invalid cursor: it is malformed or was made by a different query.');
  }
  const text = body.toString('latin1');
  const parts: string[] = [];
  for (let at = 0; at < text.length; at = text.indexOf('\0', at) + 1) {
    parts.push(decodeBytes(text, at).toString('latin1'));
  }
  const [path = '', ...values] = parts;
  if (values.length !== components) {
    throw invalidArgument('Invalid cursor: it was made by a different query.');
  }
  return { path, values };
}

function checksum(query: string, body: Uint8Array): Buffer {
  return createHash('sha1').update(query, 'latin1').update(body).digest().subarray(0, CHECK_BYTES);
}
