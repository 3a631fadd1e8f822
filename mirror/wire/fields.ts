// Protocol buffers as bytes: https://protobuf.dev/programming-guides/encoding/

/** One field of an encoded message. */
export interface Field {
  number: number;
  /** Where the field begins, its tag included, and where it ends. */
  start: number;
  end: number;
  /** Where the payload begins; it ends with the field. */
  payload: number;
  /** Whether the payload is bytes: a string, bytes or a message. */
  isDelimited: boolean;
}

/** Calls back for every field of a message, in the order of its bytes. The field is reused: copy what is kept. */
export function forEachField(
  bytes: Uint8Array,
  visit: (field: Field) => void,
  start = 0,
  end = bytes.length,
): void {
  const field: Field = { number: 0, start, end: start, payload: start, isDelimited: false };
  for (let at = start; at < end; at = field.end) {
    readField(bytes, at, end, field);
    visit(field);
  }
}

function readField(bytes: Uint8Array, at: number, end: number, field: Field): void {
  const tag = readVarint(bytes, at);
  field.start = at;
  field.payload = tag.next;
  field.number = Math.floor(tag.value / 8);
  const type = tag.value % 8;
  field.isDelimited = type === 2;
  if (type === 0) field.end = skipVarint(bytes, tag.next);
  else if (type === 1) field.end = tag.next + 8;
  else if (type === 5) field.end = tag.next + 4;
  else if (type === 2) {
    const { value: length, next } = readVarint(bytes, tag.next);
    field.payload = next;
    field.end = next + length;
  } else throw new Error(`Malformed message: wire type ${type}.`);
  if (field.end > end || field.number === 0) throw new Error('Malformed message: it is cut off.');
}

/** Reads a number of up to 53 bits, which all tags and lengths are. */
function readVarint(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  let factor = 1;
  for (let next = at; next < at + 8;) {
    const byte = bytes[next++];
    if (byte === undefined) break;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, next };
    factor *= 128;
  }
  throw new Error('Malformed message: a length has no end.');
}

function skipVarint(bytes: Uint8Array, at: number): number {
  let next = at;
  while ((bytes[next] ?? 0) >= 0x80) next++;
  return next + 1;
}

/** A field whose payload is bytes. */
export function encodeDelimited(number: number, payload: Uint8Array): Uint8Array {
  const head = [...encodeVarint(number * 8 + 2), ...encodeVarint(payload.length)];
  const field = new Uint8Array(head.length + payload.length);
  field.set(head);
  field.set(payload, head.length);
  return field;
}

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 0x80);
  bytes.push(rest);
  return bytes;
}
