import { FieldReader } from './field-reader.js';

/*
 * Encoded properties as they are stored: `Entity.properties` of google/datastore/v1/entity.proto, one character a byte, each
 * led by its tag and its length, with the name first, as encoders write the entries of a map
 * (https://protobuf.dev/programming-guides/encoding/).
 */
const VALUE_TAG = 0x12;
const ENTITY_TAG = 0x32;
const ARRAY_TAG = 0x4a;

/** The encoded ones among encoded properties that have one of some names: of UTF-8, one character a byte. */
export function sliceNamed(properties: string, names: ReadonlySet<string>): string {
  const reader = new FieldReader(properties);
  let found = '';
  while (!reader.isAtEnd) {
    const start = reader.at;
    reader.number();
    const end = reader.number() + reader.at;
    reader.number();
    const length = reader.number();
    if (names.has(properties.slice(reader.at, reader.at + length))) {
      found += properties.slice(start, end);
    }
    reader.at = end;
  }
  return found;
}

/** Whether there is an array or an embedded entity among encoded properties: an entity may then stand in an index twice. */
export function hasNested(properties: string): boolean {
  const reader = new FieldReader(properties);
  while (!reader.isAtEnd) {
    reader.number();
    const entry = new FieldReader(properties, 0, reader.number() + reader.at);
    entry.at = reader.at;
    while (!entry.isAtEnd) {
      const tag = entry.number();
      if (tag !== VALUE_TAG) {
        entry.skip(tag);
        continue;
      }
      if (isNested(properties, entry)) return true;
    }
    reader.at = entry.end;
  }
  return false;
}

function isNested(properties: string, entry: FieldReader): boolean {
  const end = entry.number() + entry.at;
  const value = new FieldReader(properties, entry.at, end);
  while (!value.isAtEnd) {
    const tag = value.number();
    if (tag === ENTITY_TAG || tag === ARRAY_TAG) return true;
    value.skip(tag);
  }
  entry.at = end;
  return false;
}
