import { invalidArgument } from '../errors.js';
import { isSamePartition, parseForeignPartition, type Partition } from '../keys/scope.js';
import { encodePath, skipElement } from '../keys/path.js';
import type { KeyMessage, PartitionIdMessage, ValueMessage } from '../wire/messages.js';
import { toInteger, toMicros } from './numbers.js';
import {
  encodeBytes,
  encodeDouble,
  encodeInteger,
  encodeText,
  integerLength,
} from './order-bytes.js';
import { typeOf } from './value-type.js';

/**
 * A value as a byte string in Datastore's order of values: null, integers and timestamps together (as microseconds),
 * false, true, strings and bytes together, doubles, geo points, keys. 5 and 5.0 differ; so do 0.0 and -0.0.
 */
export type OrderedValue = string;

const TAG = {
  null: '\x10',
  integer: '\x20',
  false: '\x30',
  true: '\x31',
  text: '\x40',
  double: '\x50',
  geoPoint: '\x60',
  key: '\x70',
} as const;

// A key of the entity's own partition is stored without it, so that a copied namespace points into itself. Nothing here
// depends on which partition that is: copies share their indexes. So keys of other partitions come after all own ones.
const PARTITION = { own: '\x01', other: '\x02' } as const;

/**
 * Encodes a value that can stand in an index; arrays and embedded entities cannot. A key without a partition lies in
 * the entity's own, as {@link normalizeProperties} leaves it.
 */
export function encodeValue(value: ValueMessage): OrderedValue | undefined {
  switch (typeOf(value)) {
    case 'nullValue':
      return TAG.null;
    case 'integerValue':
      return TAG.integer + encodeInteger(toInteger(value.integerValue));
    case 'timestampValue':
      return TAG.integer + encodeInteger(toMicros(value.timestampValue!));
    case 'booleanValue':
      return value.booleanValue ? TAG.true : TAG.false;
    case 'stringValue':
      return TAG.text + encodeText(value.stringValue!);
    case 'blobValue':
      return TAG.text + encodeBytes(value.blobValue!);
    case 'doubleValue':
      return TAG.double + encodeDouble(value.doubleValue!);
    case 'geoPointValue': {
      const { latitude = 0, longitude = 0 } = value.geoPointValue!;
      return TAG.geoPoint + encodeDouble(latitude) + encodeDouble(longitude);
    }
    case 'keyValue':
      return encodeKeyValue(value.keyValue!);
    default:
      return undefined;
  }
}

/** How many characters the encoded value at the start of an index entry takes. */
export function orderedValueLength(entry: string): number {
  switch (entry[0]) {
    case TAG.integer:
      return 1 + integerLength(entry, 1);
    case TAG.text:
      return entry.indexOf('\0') + 1;
    case TAG.double:
      return 9;
    case TAG.geoPoint:
      return 17;
    case TAG.key:
      return skipKeyValue(entry);
    default:
      return 1;
  }
}

function encodeKeyValue(key: KeyMessage): OrderedValue {
  const path = `${encodePath(key)}\0`;
  return key.partitionId
    ? TAG.key + PARTITION.other + encodePartition(key.partitionId) + path
    : TAG.key + PARTITION.own + path;
}

function encodePartition({
  projectId = '',
  databaseId = '',
  namespaceId = '',
}: PartitionIdMessage): string {
  return encodeText(projectId) + encodeText(databaseId) + encodeText(namespaceId);
}

function skipKeyValue(entry: string): number {
  let at = 2;
  if (entry[1] !== PARTITION.own) {
    for (let part = 0; part < 3; part++) at = entry.indexOf('\0', at) + 1;
  }
  while (entry[at] !== '\0') at = skipElement(entry, at);
  return at + 1;
}

/** Encodes the value of a filter; its error names what Datastore does not compare. */
export function encodeFilterValue(
  value: ValueMessage,
  property: string,
  own: Partition,
): OrderedValue {
  const type = typeOf(value);
  if (type === undefined)
    throw invalidArgument(`The value "${property}" does not contain a value.`);
  if (type === 'entityValue') throw invalidArgument('An entity value is not allowed');
  if (type === 'arrayValue') throw invalidArgument('A list value is not allowed');
  return encodeGivenValue(value, own)!;
}

/** The same as {@link encodeValue} of a value as a request has it: a key in it may name the own partition. */
export function encodeGivenValue(value: ValueMessage, own: Partition): OrderedValue | undefined {
  if (typeOf(value) !== 'keyValue') return encodeValue(value);
  const partition = parseForeignPartition(value.keyValue!.partitionId, own);
  const partitionId = isSamePartition(partition, own) ? null : partition;
  return encodeValue({ keyValue: { ...value.keyValue!, partitionId } });
}
