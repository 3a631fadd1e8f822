import fc from 'fast-check';
import type { RawEntities, RawEntity } from '../../support/raw-entities.js';

const kinds = ['Customer', 'Order', 'Ärger', 'Log'];
const name = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter(isAllowed);
const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
const element = fc.tuple(fc.constantFrom(...kinds), fc.oneof(name, id));
const path = fc
  .array(element, { minLength: 1, maxLength: 3 })
  .map((elements) => elements.flat<(string | bigint)[][]>());

/** A value with a key in it is made for a namespace. */
type Maker<T> = (source: RawEntities) => T;

const constant =
  (value: object): Maker<object> =>
  () =>
    value;
const timestamp = fc
  .tuple(
    fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
    fc.integer({ min: 0, max: 999_999 }),
  )
  // The service keeps microseconds.
  .map(([seconds, micros]) => ({ timestampValue: { seconds, nanos: micros * 1000 } }));

const scalar: fc.Arbitrary<Maker<object>> = fc.oneof(
  fc
    .oneof(
      fc.constant({ nullValue: 'NULL_VALUE' }),
      fc.boolean().map((booleanValue) => ({ booleanValue })),
      fc
        .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
        .map((integer) => ({ integerValue: integer.toString() })),
      fc.constant({ integerValue: '9007199254740993' }),
      fc.double({ noNaN: true }).map((doubleValue) => ({ doubleValue })),
      fc.string({ maxLength: 20, unit: 'grapheme' }).map((stringValue) => ({ stringValue })),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => ({ blobValue: Buffer.from(bytes) })),
      timestamp,
      fc
        .tuple(
          fc.double({ min: -90, max: 90, noNaN: true }),
          fc.double({ min: -180, max: 180, noNaN: true }),
        )
        .map(([latitude, longitude]) => ({ geoPointValue: { latitude, longitude } })),
    )
    .chain((value) =>
      fc
        .constantFrom({}, { excludeFromIndexes: true })
        .map((extra) => constant({ ...value, ...extra })),
    ),
  path.map((elements) => (source: RawEntities) => ({ keyValue: source.key(...elements) })),
  // A long text, as the official client marks it.
  fc.constant(constant({ stringValue: 'x'.repeat(2000), excludeFromIndexes: true, meaning: 15 })),
);

const { properties } = fc.letrec<{
  value: Maker<object>;
  properties: Maker<Record<string, object>>;
}>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(scalar, { maxLength: 4 }).map((makers) => (source: RawEntities) => ({
      arrayValue: { values: makers.map((make) => make(source)) },
    })),
    tie('properties').chain((make) =>
      fc.option(path, { nil: undefined }).map((elements) => (source: RawEntities) => ({
        entityValue: {
          ...(elements && { key: source.key(...elements) }),
          properties: make(source),
        },
      })),
    ),
  ),
  properties: fc
    .dictionary(name, tie('value'), { maxKeys: 5 })
    .map(
      (makers) => (source) =>
        Object.fromEntries(Object.entries(makers).map(([key, make]) => [key, make(source)])),
    ),
}));

/** Entities with every type of value, in one namespace; no two with one key. */
export const randomEntities: fc.Arbitrary<Maker<RawEntity[]>> = fc
  .uniqueArray(fc.tuple(path, properties), {
    minLength: 1,
    maxLength: 40,
    selector: ([p]) => JSON.stringify(p, (_, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v)),
  })
  .map(
    (all) => (source) =>
      all.map(([elements, make]) => ({ key: source.key(...elements), properties: make(source) })),
  );

/** The kinds of {@link randomEntities}. */
export const randomKinds = kinds;

// Reserved names, and characters that UTF-8 has not.
function isAllowed(text: string): boolean {
  return (
    !/^__.*__$/s.test(text) &&
    !/\p{Surrogate}/u.test(text) &&
    !text.includes('\0') &&
    text !== '__proto__'
  );
}
