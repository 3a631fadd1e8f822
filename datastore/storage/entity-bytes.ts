/*
 * Entity, of google/datastore/v1/entity.proto, as it is encoded: a key and, one by one, its properties, each led by its tag and its
 * length (https://protobuf.dev/programming-guides/encoding/).
 */
const KEY_TAG = 0x0a;
const PROPERTY_TAG = 0x1a;

/** The encoded properties of an encoded entity that was decoded without error; undefined: they do not lie in one piece. */
export function sliceProperties(bytes: Uint8Array): Uint8Array | undefined {
  let at = 0;
  if (bytes[0] === KEY_TAG) at = skipField(bytes, at);
  const start = at;
  while (at < bytes.length) {
    if (bytes[at] !== PROPERTY_TAG) return undefined;
    at = skipField(bytes, at);
  }
  return bytes.subarray(start);
}

/** The position after a field with a length. */
function skipField(bytes: Uint8Array, tag: number): number {
  let length = 0;
  let at = tag + 1;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]!;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return at + length;
  }
}
