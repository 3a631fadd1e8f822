import { expect, test } from '@playwright/test';
import { decodeValue } from '../../../datastore/values/decode-value.js';
import { encodeValue, orderedValueLength } from '../../../datastore/values/encode-value.js';
import { toInt64 } from '../../../datastore/values/numbers.js';
import type { ValueMessage } from '../../../datastore/wire/messages.js';

const own = { projectId: 'm', databaseId: '', namespaceId: 'n' };
const key = (namespaceId: string | undefined, name: string): ValueMessage => ({
  keyValue: {
    ...(namespaceId !== undefined && { partitionId: { ...own, namespaceId } }),
    path: [{ kind: 'K', name }],
  },
});

/** One of every type, in the order that both of Google's emulators showed; keys of other namespaces come last here. */
const ORDERED: ValueMessage[] = [
  { nullValue: 0 },
  { integerValue: toInt64(-(2n ** 63n)) },
  { integerValue: -1 },
  { integerValue: 5 },
  { timestampValue: { seconds: 0, nanos: 7000 } },
  { integerValue: 8 },
  { timestampValue: { seconds: toInt64(253_402_300_799), nanos: 0 } },
  { booleanValue: false },
  { booleanValue: true },
  { stringValue: '' },
  { blobValue: Buffer.from([0]) },
  { stringValue: 'a' },
  { blobValue: Buffer.from('aa') },
  { stringValue: 'ab' },
  { blobValue: Buffer.from([0xff]) },
  { doubleValue: -Infinity },
  { doubleValue: -0 },
  { doubleValue: 0 },
  { doubleValue: 5 },
  { doubleValue: NaN },
  { geoPointValue: { latitude: -1, longitude: 5 } },
  { geoPointValue: { latitude: 1, longitude: -5 } },
  { geoPointValue: { latitude: 1, longitude: 5 } },
  key(undefined, 'a'),
  key('a', 'z'),
  key('z', 'a'),
];

test('values are ordered by type, then by value', () => {
  const encoded = ORDERED.map((value) => encodeValue(value)!);
  expect(encoded.toSorted()).toEqual(encoded);
  expect(new Set(encoded).size).toBe(encoded.length);
});

test('integers equal timestamps of as many microseconds, strings equal their bytes', () => {
  const micros: ValueMessage = { timestampValue: { seconds: 1, nanos: 5000 } };
  expect(encodeValue(micros)).toBe(encodeValue({ integerValue: 1_000_005 }));
  const bytes: ValueMessage = { blobValue: Buffer.from('ä') };
  expect(encodeValue(bytes)).toBe(encodeValue({ stringValue: 'ä' }));
});

test('an index entry says where its value ends', () => {
  for (const value of ORDERED) {
    const encoded = encodeValue(value)!;
    expect(orderedValueLength(`${encoded}K\0\x10\x81\x01`)).toBe(encoded.length);
  }
});

test('a projected value comes back as the type that its place in the order has', () => {
  const project = (value: ValueMessage): ValueMessage => decodeValue(encodeValue(value)!, own);
  expect(project({ timestampValue: { seconds: 1, nanos: 0 } })).toEqual({
    integerValue: toInt64(1_000_000),
    meaning: 18,
  });
  expect(project({ blobValue: Buffer.from('abc') })).toEqual({ stringValue: 'abc' });
  expect(project({ doubleValue: NaN })).toEqual({ doubleValue: NaN, meaning: 18 });
  expect(project({ booleanValue: true })).toEqual({ booleanValue: true, meaning: 18 });
  expect(project(key(undefined, 'a')).keyValue?.partitionId).toEqual(own);
  expect(project(key('z', 'a')).keyValue?.partitionId?.namespaceId).toBe('z');
});

test('arrays and embedded entities have no place in the order', () => {
  expect(encodeValue({ arrayValue: { values: [] } })).toBeUndefined();
  expect(encodeValue({ entityValue: { properties: {} } })).toBeUndefined();
});
