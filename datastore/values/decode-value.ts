import { decodePath, skipElement } from '../keys/path.js';
import type { Partition } from '../keys/scope.js';
import type { ValueMessage } from '../wire/messages.js';
import type { OrderedValue } from './encode-value.js';
import { toInt64 } from './numbers.js';
import { decodeBytes, decodeDouble, decodeInteger, decodeText } from './order-bytes.js';

/** Marks a value that was read from an index instead of an entity. */
const INDEX_VALUE = 18;

/**
 * The value that an index entry stands for, as a projection returns it. What the order does not tell apart (timestamps
 * and integers, bytes and strings) comes back as one of the two; all but strings are marked with meaning 18.
 */
export function decodeValue(ordered: OrderedValue, own: Partition): ValueMessage {
  switch (ordered.charCodeAt(0)) {
    case 0x10:
      return { nullValue: 0, meaning: INDEX_VALUE };
    case 0x20:
      return { integerValue: toInt64(decodeInteger(ordered, 1).value), meaning: INDEX_VALUE };
    case 0x30:
      return { booleanValue: false, meaning: INDEX_VALUE };
    case 0x31:
      return { booleanValue: true, meaning: INDEX_VALUE };
    case 0x40:
      return decodeTextOrBytes(ordered);
    case 0x50:
      return { doubleValue: decodeDouble(ordered, 1), meaning: INDEX_VALUE };
    case 0x60:
      return {
        geoPointValue: { latitude: decodeDouble(ordered, 1), longitude: decodeDouble(ordered, 9) },
        meaning: INDEX_VALUE,
      };
    default:
      return { keyValue: decodeKey(ordered, own), meaning: INDEX_VALUE };
  }
}

function decodeTextOrBytes(ordered: OrderedValue): ValueMessage {
  const bytes = decodeBytes(ordered, 1);
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes)
    ? { stringValue: text }
    : { blobValue: bytes, meaning: INDEX_VALUE };
}

function decodeKey(ordered: OrderedValue, own: Partition): NonNullable<ValueMessage['keyValue']> {
  let at = 2;
  let partitionId = own;
  if (ordered.charCodeAt(1) !== 1) {
    const project = decodeText(ordered, at);
    const database = decodeText(ordered, project.next);
    const namespace = decodeText(ordered, database.next);
    at = namespace.next;
    partitionId = {
      projectId: project.text,
      databaseId: database.text,
      namespaceId: namespace.text,
    };
  }
  let end = at;
  while (ordered[end] !== '\0') end = skipElement(ordered, end);
  return { partitionId, path: decodePath(ordered.slice(at, end)) };
}
