import { expect, test, type RawClient } from './raw-client.js';

const integer = (value: number): Record<string, unknown> => ({ integerValue: value });
const double = (value: number): object => ({ doubleValue: value });
const embedded = (properties: object): object => ({ entityValue: { properties } });

const vectorOf = (values: object[], excludeFromIndexes = true): object => ({
  arrayValue: { values },
  meaning: 31,
  excludeFromIndexes,
});

async function read(raw: RawClient, name: string): Promise<Record<string, unknown>> {
  const { found } = await raw.call('lookup', { keys: [raw.key('T', name)] });
  const properties = found[0].entity.properties as Record<string, { valueType: string }>;
  return Object.fromEntries(
    Object.entries(properties).map(([property, value]) => [
      property,
      (value as unknown as Record<string, unknown>)[value.valueType],
    ]),
  );
}

async function mutate(raw: RawClient, mutation: object): Promise<any> {
  const response = await raw.call('commit', { mode: 'NON_TRANSACTIONAL', mutations: [mutation] });
  return response.mutationResults[0];
}

test('a property mask writes what it names, removes what it names and is not given, leaves the rest', async ({
  raw,
}) => {
  const key = raw.key('T', 'a');
  await mutate(raw, {
    upsert: { key, properties: { a: integer(1), b: integer(2), c: integer(3) } },
  });
  await mutate(raw, {
    update: { key, properties: { a: integer(9), c: integer(9) } },
    propertyMask: { paths: ['a', 'b'] },
  });
  expect(await read(raw, 'a')).toEqual({ a: '9', c: '3' });
});

test('a property mask reaches into embedded entities', async ({ raw }) => {
  const key = raw.key('T', 'a');
  await mutate(raw, {
    upsert: { key, properties: { e: embedded({ x: integer(1), y: integer(2) }) } },
  });
  await mutate(raw, {
    update: { key, properties: { e: embedded({ x: integer(5), y: integer(5) }) } },
    propertyMask: { paths: ['e.x'] },
  });
  const { found } = await raw.call('lookup', { keys: [key], propertyMask: { paths: ['e.y'] } });
  expect(Object.keys(found[0].entity.properties.e.entityValue.properties)).toEqual(['y']);
  const { e } = (await read(raw, 'a')) as { e: { properties: Record<string, object> } };
  expect(e.properties.x).toMatchObject({ integerValue: '5' });
  expect(e.properties.y).toMatchObject({ integerValue: '2' });
});

const LARGEST = '9223372036854775807';

for (const [what, before, transform, after] of [
  ['increment adds', integer(5), { increment: integer(2) }, '7'],
  ['increment makes doubles of doubles', integer(5), { increment: double(0.5) }, 5.5],
  ['increment replaces what is no number', { stringValue: 'x' }, { increment: integer(2) }, '2'],
  [
    'increment stops at the largest integer',
    { integerValue: LARGEST },
    { increment: integer(1) },
    LARGEST,
  ],
  ['maximum takes the type of the larger', double(1.5), { maximum: integer(3) }, '3'],
  ['maximum keeps the stored of equals', double(3), { maximum: integer(3) }, 3],
  ['minimum takes the smaller', integer(3), { minimum: double(-1) }, -1],
  [
    'minimum compares exactly beyond 2^53',
    { integerValue: '9007199254740993' },
    { minimum: double(9_007_199_254_740_992) },
    9_007_199_254_740_992,
  ],
  [
    'maximum compares exactly beyond 2^53',
    double(9_007_199_254_740_992),
    { maximum: { integerValue: '9007199254740993' } },
    '9007199254740993',
  ],
  [
    'maximum compares exactly at the largest integer',
    { integerValue: LARGEST },
    { maximum: double(2 ** 63) },
    2 ** 63,
  ],
] as const) {
  test(`transform: ${what}`, async ({ raw }) => {
    const key = raw.key('T', 'a');
    await mutate(raw, { upsert: { key, properties: { p: before } } });
    const { transformResults } = await mutate(raw, {
      update: { key },
      propertyMask: { paths: [] },
      propertyTransforms: [{ property: 'p', ...transform }],
    });
    expect((await read(raw, 'a')).p).toBe(after);
    expect(transformResults[0][transformResults[0].valueType]).toBe(after);
  });
}

test('transform: missing elements are appended once, all equal ones removed', async ({ raw }) => {
  const key = raw.key('T', 'a');
  const list = (...values: object[]): Record<string, unknown> => ({ values });
  const apply = (transform: object): Promise<unknown> =>
    mutate(raw, {
      update: { key },
      propertyMask: { paths: [] },
      propertyTransforms: [{ property: 'p', ...transform }],
    });
  await mutate(raw, { upsert: { key, properties: { p: { arrayValue: list(integer(1)) } } } });
  await apply({ appendMissingElements: list(double(1), integer(2), integer(2)) });
  expect((await read(raw, 'a')).p).toMatchObject(
    list({ integerValue: '1' }, { integerValue: '2' }),
  );
  await apply({ removeAllFromArray: list(double(2), { stringValue: 'x' }) });
  expect((await read(raw, 'a')).p).toMatchObject(list({ integerValue: '1' }));
});

const same = { integerValue: '7' };

for (const [what, stored, given] of [
  ['another order of properties', { x: same, y: same }, { y: same, x: same }],
  ['an integer as a double', { x: same }, { x: double(7) }],
  ['something excluded from indexes', { x: { ...same, excludeFromIndexes: true } }, { x: same }],
  [
    'nanoseconds that are not stored',
    { t: { timestampValue: { seconds: 1, nanos: 5_001 } } },
    { t: { timestampValue: { seconds: 1, nanos: 5_999 } } },
  ],
  [
    'an array',
    { l: { arrayValue: { values: [same] } } },
    { l: { arrayValue: { values: [double(7)] } } },
  ],
  ['a large integer', { x: { integerValue: 2 ** 53 } }, { x: double(2 ** 53) }],
] as const) {
  test(`transform: embedded entities are equal with ${what}`, async ({ raw }) => {
    const key = raw.key('T', 'a');
    const apply = (transform: object): Promise<unknown> =>
      mutate(raw, {
        update: { key },
        propertyMask: { paths: [] },
        propertyTransforms: [{ property: 'p', ...transform }],
      });
    const other = embedded({ z: same });
    const properties = { p: { arrayValue: { values: [embedded(stored), other] } } };
    await mutate(raw, { upsert: { key, properties } });
    await apply({ appendMissingElements: { values: [embedded(given)] } });
    expect((await read(raw, 'a')).p).toMatchObject({ values: [{}, {}] });
    await apply({ removeAllFromArray: { values: [embedded(given)] } });
    expect((await read(raw, 'a')).p).toMatchObject({ values: [other] });
  });
}

test('transform: a key in an embedded entity is the same with and without its partition', async ({
  raw,
}) => {
  const [key, named] = [raw.key('T', 'a'), raw.key('T', 'b')];
  const { path } = named as { path: object[] };
  const properties = {
    p: { arrayValue: { values: [embedded({ k: { keyValue: named } }), embedded({ z: same })] } },
  };
  await mutate(raw, { upsert: { key, properties } });
  const partitionId = { ...raw.partitionId, databaseId: '' };
  const given = embedded({ k: { keyValue: { partitionId, path } } });
  await mutate(raw, {
    update: { key },
    propertyMask: { paths: [] },
    propertyTransforms: [{ property: 'p', removeAllFromArray: { values: [given] } }],
  });
  const { p } = (await read(raw, 'a')) as { p: { values: object[] } };
  expect(p.values).toHaveLength(1);
});

test('a vector is stored as it is, and stands in no index', async ({ raw }) => {
  const key = raw.key('T', 'a');
  const values = [double(1), double(0.5)];
  await mutate(raw, { upsert: { key, properties: { v: vectorOf(values) } } });
  const { found } = await raw.call('lookup', { keys: [key] });
  expect(found[0].entity.properties.v).toMatchObject({ meaning: 31, excludeFromIndexes: true });
  expect((await read(raw, 'a')).v).toMatchObject({
    values: [{ doubleValue: 1 }, { doubleValue: 0.5 }],
  });
  const order = [{ property: { name: 'v' } }];
  const { batch } = await raw.call('runQuery', {
    partitionId: raw.partitionId,
    query: { kind: [{ name: 'T' }], order },
  });
  expect(batch.entityResults).toHaveLength(0);
});

test('transform: the request time is the same everywhere in a commit, in milliseconds', async ({
  raw,
}) => {
  const propertyTransforms = ['p', 'q'].map((property) => ({
    property,
    setToServerValue: 'REQUEST_TIME',
  }));
  const { mutationResults } = await raw.call('commit', {
    mode: 'TRANSACTIONAL',
    singleUseTransaction: { readWrite: {} },
    mutations: ['a', 'b'].map((name) => ({
      upsert: { key: raw.key('T', name) },
      propertyTransforms,
    })),
  });
  const times = mutationResults.flatMap(({ transformResults }: any) =>
    transformResults.map(({ timestampValue }: any) => JSON.stringify(timestampValue)),
  );
  expect(new Set(times).size).toBe(1);
  expect(JSON.parse(times[0]).nanos % 1_000_000).toBe(0);
});

test('a mutation for another version is not applied, or fails the commit if it says so', async ({
  raw,
}) => {
  const key = raw.key('T', 'a');
  const { version } = await mutate(raw, { upsert: { key, properties: { n: integer(1) } } });
  const write = (n: number, more: object): Promise<any> =>
    mutate(raw, { update: { key, properties: { n: integer(n) } }, ...more });
  expect(await write(2, { baseVersion: version })).toMatchObject({ conflictDetected: false });
  expect(await write(3, { baseVersion: version })).toMatchObject({ conflictDetected: true });
  expect((await read(raw, 'a')).n).toBe('2');
  await expect(
    write(4, { baseVersion: version, conflictResolutionStrategy: 'FAIL' }),
  ).rejects.toMatchObject({ code: 9 });
});

for (const [what, mutation, message] of [
  ['no operation', {}, 'Mutation is missing operation.'],
  ['an entity without a key', { upsert: {} }, 'Entity is missing key.'],
  ['a value without a type', { a: {} }, 'does not contain a value'],
  ['an array in an array', { a: { arrayValue: { values: [{ arrayValue: {} }] } } }, 'list_value'],
  ['a vector in an index', { a: vectorOf([double(1)], false) }, 'must be excluded from indexes'],
  ['a vector of integers', { a: vectorOf([integer(1)]) }, 'must consist of doubles'],
  ['a vector of nothing', { a: vectorOf([]) }, 'it must have 1 to 2048'],
  [
    'a vector of 2,049 dimensions',
    { a: vectorOf(Array.from({ length: 2049 }, () => double(1))) },
    'it must have 1 to 2048',
  ],
  ['meaning 18', { a: { integerValue: 1, meaning: 18 } }, 'Projection property cannot be used.'],
  ['a latitude of 91', { a: { geoPointValue: { latitude: 91 } } }, 'latitude outside'],
  ['the year 10000', { a: { timestampValue: { seconds: '253402300800' } } }, 'Timestamp seconds'],
  ['another namespace than can be', { namespaceId: 'a~b' }, 'Illegal string "a~b"'],
] as const) {
  test(`a mutation with ${what} is refused`, async ({ raw }) => {
    const key = raw.key('T', 'a') as { partitionId: object };
    if ('namespaceId' in mutation) key.partitionId = { ...key.partitionId, ...mutation };
    const isWhole = Object.keys(mutation).length === 0 || 'upsert' in mutation;
    const properties = 'a' in mutation ? mutation : {};
    await expect(
      mutate(raw, isWhole ? mutation : { upsert: { key, properties } }),
    ).rejects.toMatchObject({ code: 3, details: expect.stringContaining(message) });
  });
}

test('a base version below zero is refused', async ({ raw }) => {
  await expect(
    mutate(raw, { upsert: { key: raw.key('T', 'a') }, baseVersion: -1 }),
  ).rejects.toMatchObject({ code: 3 });
});
