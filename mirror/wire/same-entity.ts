import { encodeDelimited, forEachField } from './fields.js';
import { entityShape, entryShape, type Shape } from './shapes.js';

/** Whether two encoded entities say the same: a Datastore may order fields and properties as it likes. */
export function isSameEntity(a: Uint8Array, b: Uint8Array): boolean {
  return (
    Buffer.compare(a, b) === 0 ||
    Buffer.compare(normalize(a, entityShape), normalize(b, entityShape)) === 0
  );
}

/** Fields in the order of their numbers, properties in the order of their names, nothing that is a default's. */
function normalize(bytes: Uint8Array, shape: Shape): Uint8Array {
  const fields: { number: number; bytes: Uint8Array }[] = [];
  forEachField(bytes, ({ number, start, payload, end, isDelimited }) => {
    const inner = isDelimited ? shape.fields[number] : undefined;
    if (inner !== undefined) {
      const normalized = normalize(bytes.subarray(payload, end), inner);
      fields.push({ number, bytes: encodeDelimited(number, normalized) });
    } else if (!isDefault(shape, number, bytes.subarray(payload, end))) {
      fields.push({ number, bytes: bytes.subarray(start, end) });
    }
  });
  fields.sort((a, b) => a.number - b.number || compareEntries(shape, a, b));
  return Buffer.concat(fields.map((field) => field.bytes));
}

/** `meaning` and `exclude_from_indexes`, written out though they are not set. */
function isDefault({ name }: Shape, number: number, payload: Uint8Array): boolean {
  return (
    name === 'Value' && (number === 14 || number === 19) && payload.every((byte) => byte === 0)
  );
}

function compareEntries(
  { fields }: Shape,
  a: { number: number; bytes: Uint8Array },
  b: { number: number; bytes: Uint8Array },
): number {
  return fields[a.number] === entryShape ? Buffer.compare(a.bytes, b.bytes) : 0;
}
