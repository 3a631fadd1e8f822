import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { loadSchema } from '../../../datastore/protos/schema.js';
import { EntityCodec } from '../../../datastore/storage/entity-codec.js';
import { checkProperties } from '../../../datastore/values/check-value.js';
import type { EntityMessage, ValueMessage } from '../../../datastore/wire/messages.js';

const partition = { projectId: 'p', databaseId: '', namespaceId: '' };
const { entity: entities } = loadSchema();
const codec = new EntityCodec(loadSchema());
const key = { path: [{ kind: 'K', id: 1 }] };

function open(properties: EntityMessage['properties']): ReturnType<EntityCodec['open']> {
  return codec.open(entities.encode({ key, properties: properties! }));
}

const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(1500, 1501, 3000).map((length) => 'x'.repeat(length)) },
);
const scalar = fc.oneof(
  text.map((stringValue): ValueMessage => ({ stringValue })),
  fc.integer().map((integerValue): ValueMessage => ({ integerValue })),
  fc.double().map((doubleValue): ValueMessage => ({ doubleValue })),
  fc.boolean().map((booleanValue): ValueMessage => ({ booleanValue })),
  fc.constant<ValueMessage>({ nullValue: 0 }),
  fc
    .record({
      seconds: fc.oneof(fc.integer(), fc.constantFrom(0, 253_402_300_799, 253_402_300_800)),
      nanos: fc.oneof(
        fc.nat({ max: 999_999 }).map((micros) => micros * 1000),
        fc.constantFrom(0, 1, 999_999_999, 1_000_000_000, -1),
      ),
    })
    .map((timestampValue): ValueMessage => ({ timestampValue })),
  fc.uint8Array({ maxLength: 5 }).map((blobValue): ValueMessage => ({ blobValue })),
  fc.constantFrom<ValueMessage>(
    {},
    { geoPointValue: { latitude: 1, longitude: 2 } },
    { keyValue: key },
    { arrayValue: { values: [{ integerValue: 1 }, { integerValue: 2 }] } },
    { entityValue: { properties: { a: { integerValue: 1 } } } },
  ),
);
const value = fc
  .tuple(scalar, fc.constantFrom(undefined, true, false), fc.constantFrom(undefined, 9, 18))
  .map(([one, excludeFromIndexes, meaning]): ValueMessage => ({
    ...one,
    ...(excludeFromIndexes !== undefined && { excludeFromIndexes }),
    ...(meaning !== undefined && { meaning }),
  }));
const name = fc.oneof(
  { weight: 8, arbitrary: fc.string({ minLength: 1, maxLength: 6 }) },
  fc.constantFrom('', '__reserved__', '__half', 'ä', 'x'.repeat(1500), 'x'.repeat(1501)),
);

test('what is taken for plain would be stored just so if it were decoded, and never be refused', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (properties) => {
      const { content } = open(properties);
      if (content.plain === undefined) return;
      plain++;
      const decoded = { properties: content.properties };
      checkProperties(decoded, partition);
      assert.deepEqual(codec.write(content, partition), codec.write(decoded, partition));
    }),
    { numRuns: 5000, seed: 20_261_122 },
  );
  expect(plain).toBeGreaterThan(500);
});

test('scalars are plain, with or without an index', () => {
  const { content } = open({
    text: { stringValue: 'hello' },
    long: { stringValue: 'x'.repeat(2000), excludeFromIndexes: true },
    whole: { integerValue: -1 },
    fraction: { doubleValue: 1.5 },
    yes: { booleanValue: true },
    nothing: { nullValue: 0 },
    at: { timestampValue: { seconds: 1_700_000_000, nanos: 123_000_000 } },
  });
  expect(content.plain?.indexEntries).toBe(6);
});

test('bytes that end too early, or that lead elsewhere, are never taken for plain', () => {
  const bytes = entities.encode({
    key,
    properties: { a: { stringValue: 'hello' }, b: { integerValue: 300 }, c: { doubleValue: 1 } },
  });
  const whole = codec.open(bytes).content.properties;
  for (let at = 0; at < bytes.length; at++) {
    for (const byte of [0x00, 0x01, 0x7f, 0x80, 0xff, bytes[at]! + 1]) {
      const damaged = bytes.slice();
      damaged[at] = byte;
      const opened = tryOpen(damaged);
      // Whatever is plain is what a decoder reads as well.
      if (opened?.content.plain === undefined) continue;
      expect(() => opened.content.properties).not.toThrow();
      checkProperties({ properties: opened.content.properties }, partition);
    }
    expect(tryOpen(bytes.slice(0, at))?.content.properties).not.toEqual(whole);
  }
});

for (const [what, properties] of [
  ['a length of six bytes', '1a0d0a016312828080808080005800'],
  ['a tag of eight bytes', '1a100a0165120b5880808080808000980101'],
  ['seconds of eleven bytes', '1a1f0a0166121a521008eec390808080808080800010f0ad2a9801818080808000'],
] as const) {
  test(`${what} is never taken for plain`, () => {
    expect(tryOpen(withKey(properties))?.content.plain).toBeUndefined();
  });
}

test('what is encoded in an odd way is stored as encoders would do it', () => {
  const stored = (properties: string): ReturnType<EntityCodec['write']> => {
    const { content } = codec.open(withKey(properties));
    expect(content.plain).toBeUndefined();
    return codec.write(content, partition);
  };
  const twoNames = stored('1a0a0a0161120210050a0162');
  expect(codec.readIndexValues(twoNames, 'b')).toHaveLength(1);
  expect(codec.readIndexValues(twoNames, 'a')).toHaveLength(0);
  expect(stored('1a130a0161120ef301f4014a080a0210010a021002').hasNested).toBe(true);
});

/** An entity of properties in hexadecimal digits. */
function withKey(properties: string): Uint8Array {
  return Buffer.concat([entities.encode({ key }), Buffer.from(properties, 'hex')]);
}

function tryOpen(bytes: Uint8Array): ReturnType<EntityCodec['open']> | undefined {
  try {
    const opened = codec.open(bytes);
    if (opened.content.plain === undefined) void opened.content.properties;
    return opened;
  } catch {
    return undefined;
  }
}
