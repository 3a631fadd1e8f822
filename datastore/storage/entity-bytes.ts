/*
 * An Entity of google/datastore/v1/entity.proto as it is encoded: a key and, one by one, its properties, each led by its
 * tag and its length (https://protobuf.dev/programming-guides/encoding/).
 */
const KEY_TAG = 0x0a;
const PROPERTY_TAG = 0x1a;
/** Seven bits each: far more than an entity may have. */
const MOST_LENGTH_BYTES = 4;

/**
 * Where the properties of an encoded entity begin, after its key. Undefined: it is not laid out as encoders do it, the key
 * first and then the properties, and nothing can be said of it without decoding it.
 */
export function findProperties(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === KEY_TAG ? skipField(bytes, 0) : 0;
  let at: number | undefined = start;
  while (at !== undefined && at < bytes.length) {
    at = bytes[at] === PROPERTY_TAG ? skipField(bytes, at) : undefined;
  }
  return at === bytes.length ? start : undefined;
}

/** The position after a field with a length; undefined: the length is written in an odd way. */
function skipField(bytes: Uint8Array, tag: number): number | undefined {
  let length = 0;
  for (let digit = 0; digit < MOST_LENGTH_BYTES; digit++) {
    const byte = bytes[tag + 1 + digit];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 2 ** (7 * digit);
    if (byte < 0x80) return tag + 2 + digit + length;
  }
  return undefined;
}
