import { invalidArgument } from '../errors.js';
import { checkPath, encodePath, incompleteKey } from '../keys/path.js';
import { parseForeignPartition, type Partition } from '../keys/scope.js';
import type {
  EntityMessage,
  KeyMessage,
  TimestampMessage,
  ValueMessage,
} from '../wire/messages.js';
import { typeOf } from './value-type.js';
import { toBigInt } from './numbers.js';

/** Of a value that is indexed. */
export const MAX_INDEXED_BYTES = 1500;
/** Of any value. */
export const MAX_BYTES = 1_048_487;
/** Of a property. */
export const MAX_NAME_BYTES = 1500;
const MAX_DEPTH = 20;
/** The meaning that makes an array of doubles a vector: https://cloud.google.com/datastore/docs/vector-search */
const VECTOR = 31;
const MAX_DIMENSIONS = 2048;
const RESERVED = /^__.*__$/s;
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/** Refuses properties that Datastore would not store. */
export function checkProperties(entity: EntityMessage, own: Partition, depth = 0): void {
  if (depth > MAX_DEPTH) {
    throw invalidArgument(
      `Entity is too deep. Embedded entities cannot exceed ${MAX_DEPTH} levels.`,
    );
  }
  checkEach(entity.properties, own, { inArray: false, indexed: true, depth });
}

function checkEach(properties: EntityMessage['properties'], own: Partition, place: Place): void {
  for (const name in properties) {
    checkPropertyName(name);
    checkValue(name, properties[name]!, own, place);
  }
}

/** Refuses a property name that is empty, too long or reserved. */
export function checkPropertyName(name: string): void {
  if (name === '') throw invalidArgument('The property.name is the empty string.');
  if (name.length * 3 > MAX_NAME_BYTES && Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw invalidArgument('The property.name is longer than 1500 bytes.');
  }
  if (RESERVED.test(name)) throw invalidArgument(`The property.name "${name}" is reserved.`);
}

interface Place {
  inArray: boolean;
  indexed: boolean;
  depth: number;
}

function checkValue(name: string, value: ValueMessage, own: Partition, place: Place): void {
  const indexed = place.indexed && !value.excludeFromIndexes;
  if (value.meaning === 18) throw invalidArgument('Projection property cannot be used.');
  switch (typeOf(value)) {
    case undefined:
      throw invalidArgument(`The value "${name}" does not contain a value.`);
    case 'stringValue':
      return checkText(name, value.stringValue!, indexed);
    case 'blobValue':
      return checkLength(name, value.blobValue!.length, indexed);
    case 'timestampValue':
      return checkTimestamp(value.timestampValue!);
    case 'geoPointValue':
      return checkGeoPoint(value.geoPointValue!);
    case 'keyValue':
      return checkKeyValue(value.keyValue!, own);
    case 'arrayValue':
      return checkArray(name, value, own, { ...place, indexed });
    case 'entityValue':
      return checkEntityValue(value.entityValue!, own, { ...place, indexed });
    default:
  }
}

function checkText(name: string, text: string, indexed: boolean): void {
  // A UTF-16 code unit takes three bytes of UTF-8 at most.
  if (text.length * 3 > MAX_INDEXED_BYTES) checkLength(name, Buffer.byteLength(text), indexed);
}

function checkLength(name: string, bytes: number, indexed: boolean): void {
  const most = indexed ? MAX_INDEXED_BYTES : MAX_BYTES;
  if (bytes > most) {
    throw invalidArgument(`The value of property "${name}" is longer than ${most} bytes.`);
  }
}

/** Refuses a timestamp outside the years 1 to 9999. */
export function checkTimestamp({ seconds, nanos = 0 }: TimestampMessage): void {
  const exact = toBigInt(seconds);
  if (exact < FIRST_SECOND || exact > LAST_SECOND) {
    throw invalidArgument('Timestamp seconds exceeds limit for field');
  }
  if (nanos < 0 || nanos > 999_999_999) {
    throw invalidArgument('Timestamp nanos exceeds limit for field');
  }
}

function checkGeoPoint({
  latitude = 0,
  longitude = 0,
}: {
  latitude?: number;
  longitude?: number;
}): void {
  if (!(latitude >= -90 && latitude <= 90)) {
    throw invalidArgument('Geo point latitude outside permitted range -90.0 to 90.0.');
  }
  if (!(longitude >= -180 && longitude <= 180)) {
    throw invalidArgument('Geo point longitude outside permitted range -180.0 to 180.0.');
  }
}

function checkKeyValue(key: KeyMessage, own: Partition): void {
  parseForeignPartition(key.partitionId, own);
  if (!checkPath(key, 'read').complete) throw incompleteKey(key);
  encodePath(key);
}

function checkArray(name: string, value: ValueMessage, own: Partition, place: Place): void {
  if (place.inArray) {
    throw invalidArgument('list_value cannot contain a Value containing another list_value.');
  }
  if (value.meaning === VECTOR) return checkVector(name, value);
  if (value.excludeFromIndexes) {
    throw invalidArgument('Exclude from indexes cannot be set on a list value');
  }
  for (const element of value.arrayValue!.values ?? []) {
    checkValue(name, element, own, { ...place, inArray: true });
  }
}

function checkVector(name: string, { arrayValue, excludeFromIndexes }: ValueMessage): void {
  const values = arrayValue!.values ?? [];
  if (!excludeFromIndexes) {
    throw invalidArgument(`The vector "${name}" must be excluded from indexes.`);
  }
  if (values.length === 0 || values.length > MAX_DIMENSIONS) {
    throw invalidArgument(
      `The vector "${name}" has ${values.length} dimensions; it must have 1 to ${MAX_DIMENSIONS}.`,
    );
  }
  if (values.some((element) => typeOf(element) !== 'doubleValue')) {
    throw invalidArgument(`The vector "${name}" must consist of doubles.`);
  }
}

function checkEntityValue(entity: EntityMessage, own: Partition, place: Place): void {
  if (place.depth >= MAX_DEPTH) {
    throw invalidArgument(
      `Entity is too deep. Embedded entities cannot exceed ${MAX_DEPTH} levels.`,
    );
  }
  const { indexed, depth } = place;
  checkEach(entity.properties, own, { inArray: false, indexed, depth: depth + 1 });
}
