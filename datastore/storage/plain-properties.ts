import { MAX_BYTES, MAX_INDEXED_BYTES, MAX_NAME_BYTES } from '../values/check-value.js';
import { FieldReader, LONGEST_64_BIT } from './field-reader.js';

/*
 * A field's tag: its number in google/datastore/v1/entity.proto, and in the last three bits the type in which it is encoded.
 */
const PROPERTY = (3 << 3) | 2;
const NAME = (1 << 3) | 2;
const VALUE = (2 << 3) | 2;
const BOOLEAN = (1 << 3) | 0;
const INTEGER = (2 << 3) | 0;
const DOUBLE = (3 << 3) | 1;
const TIMESTAMP = (10 << 3) | 2;
const NULL = (11 << 3) | 0;
const STRING = (17 << 3) | 2;
const EXCLUDE_FROM_INDEXES = (19 << 3) | 0;
const SECONDS = (1 << 3) | 0;
const NANOS = (2 << 3) | 0;

const LAST_SECOND = 253_402_300_799;
/** Each has two entries in the indexes, which may be 20,000: where there might be more, they are counted with care. */
const MOST_PLAIN = 10_000;

/**
 * How many values the indexes would hold of encoded properties that are plain: scalars within every limit, in ASCII, encoded as
 * encoders do it, which are stored as they came. Undefined: one is not, or may not be, and must be decoded to be judged.
 */
export function countPlain(properties: string): number | undefined {
  const reader = new FieldReader(properties);
  let count = 0;
  while (!reader.isAtEnd) {
    if (reader.number() !== PROPERTY) return undefined;
    const end = reader.number() + reader.at;
    if (!skipName(reader) || reader.number() !== VALUE || reader.number() + reader.at !== end) {
      return undefined;
    }
    const isIndexed = skipValue(reader, end);
    if (isIndexed === undefined || reader.at !== end) return undefined;
    if (isIndexed) count++;
  }
  return reader.at === properties.length && count <= MOST_PLAIN ? count : undefined;
}

function skipName(reader: FieldReader): boolean {
  if (reader.number() !== NAME) return false;
  const length = reader.number();
  // Names that begin so may be reserved.
  if (length === 0 || length > MAX_NAME_BYTES || reader.text.startsWith('__', reader.at))
    return false;
  return reader.skipAscii(length);
}

/** Whether it is indexed; undefined: it is not plain. */
function skipValue(reader: FieldReader, end: number): boolean | undefined {
  const length = skipScalar(reader);
  if (length === undefined) return undefined;
  if (reader.at === end) return length <= MAX_INDEXED_BYTES ? true : undefined;
  if (reader.number() !== EXCLUDE_FROM_INDEXES || reader.number() !== 1) return undefined;
  return length <= MAX_BYTES ? false : undefined;
}

/** The length of a text, or 0; undefined: it is not plain. */
function skipScalar(reader: FieldReader): number | undefined {
  switch (reader.number()) {
    case STRING: {
      const length = reader.number();
      return reader.skipAscii(length) ? length : undefined;
    }
    case INTEGER:
      return Number.isNaN(reader.number(LONGEST_64_BIT)) ? undefined : 0;
    case BOOLEAN:
      return reader.number() <= 1 ? 0 : undefined;
    case NULL:
      return reader.number() === 0 ? 0 : undefined;
    case DOUBLE:
      reader.at += 8;
      return 0;
    case TIMESTAMP:
      return skipTimestamp(reader) ? 0 : undefined;
    default:
      return undefined;
  }
}

/** After 1970, to the microsecond. */
function skipTimestamp(reader: FieldReader): boolean {
  const end = reader.number() + reader.at;
  if (reader.at === end) return true;
  let tag = reader.number();
  if (tag === SECONDS) {
    if (!(reader.number(LONGEST_64_BIT) <= LAST_SECOND)) return false;
    if (reader.at === end) return true;
    tag = reader.number();
  }
  if (tag !== NANOS) return false;
  const nanos = reader.number();
  return nanos < 1_000_000_000 && nanos % 1000 === 0 && reader.at === end;
}
