import { expect, test, type RawClient } from './raw-client.js';

async function fill(raw: RawClient): Promise<void> {
  const upsert = (id: number, properties: object): object => ({
    upsert: { key: raw.key('G', id), properties },
  });
  await raw.call('commit', {
    mode: 'NON_TRANSACTIONAL',
    mutations: [
      upsert(1, { v: { integerValue: 1 }, s: { stringValue: "it's" } }),
      upsert(2, { v: { integerValue: 2 }, t: { timestampValue: { seconds: 1_577_836_800 } } }),
      upsert(3, { v: { doubleValue: 2.5 }, b: { blobValue: Buffer.from('a') } }),
      upsert(4, { v: { nullValue: 0 }, yes: { booleanValue: true } }),
      upsert(6, {
        s: { stringValue: 'a\x1ab%_' },
        from: { integerValue: 1 },
        first: { integerValue: 1 },
      }),
      upsert(5, { v: { arrayValue: { values: [{ integerValue: 3 }, { integerValue: 4 }] } } }),
    ],
  });
}

async function run(raw: RawClient, queryString: string, more: object = {}): Promise<string> {
  const { batch } = await raw.call('runQuery', {
    partitionId: raw.partitionId,
    gqlQuery: { queryString, allowLiterals: true, ...more },
  });
  return batch.entityResults.map((result: any) => result.entity.key.path[0].id).join(' ');
}

for (const [query, expected] of [
  ['SELECT * FROM G', '1 2 3 4 5 6'],
  ['select * from G where v = 1', '1'],
  ['SELECT * FROM `G` WHERE `v` >= 2 AND v < 4 ORDER BY v DESC', '5 2'],
  ['SELECT __key__ FROM G LIMIT 2', '1 2'],
  ['SELECT v FROM G WHERE v > 2', '5 5 3'],
  ['SELECT DISTINCT ON (v) v FROM G LIMIT 2', '4 1'],
  ['SELECT * FROM G WHERE v IN ARRAY(1, 4)', '1 5'],
  ['SELECT * FROM G WHERE v NOT IN ARRAY(NULL, 1, 2)', '5 3'],
  ['SELECT * FROM G WHERE v != 1 AND v IS NULL', '4'],
  ['SELECT * FROM G WHERE v = 1 OR v = 2 OR v CONTAINS 3', '1 2 5'],
  ['SELECT * FROM G WHERE (v = 1 OR v = 2) AND v > 1', '2'],
  ['SELECT * FROM G WHERE 1 < v', '2 5 3'],
  ["SELECT * FROM G WHERE s = 'it''s'", '1'],
  ['SELECT * FROM G WHERE s = "it\'s"', '1'],
  ["SELECT * FROM G WHERE s = 'it\\'s'", '1'],
  ['SELECT * FROM G WHERE yes = TRUE', '4'],
  ["SELECT * FROM G WHERE t = DATETIME('2020-01-01T00:00:00Z')", '2'],
  ["SELECT * FROM G WHERE b = BLOB('YQ')", '3'],
  ['SELECT * FROM G WHERE __key__ = KEY(G, 3)', '3'],
  ['SELECT * FROM G WHERE __key__ HAS ANCESTOR KEY(G, 3)', '3'],
  ['SELECT * FROM G WHERE KEY(G, 3) HAS DESCENDANT __key__', '3'],
  ['SELECT * FROM G LIMIT 2 OFFSET 1', '2 3'],
  ['SELECT *', '1 2 3 4 5 6'],
  ['SELECT G.v FROM G WHERE G.v < 3 ORDER BY G.v DESC', '2 1 4'],
  ["SELECT * FROM G WHERE t = DATETIME('2020-01-01T01:00:00+01:00')", '2'],
  ['SELECT * FROM G WHERE v = -1', ''],
  ["SELECT * FROM G WHERE t = DATETIME('2019-12-31T19:00:00.000-05:00')", '2'],
  ["SELECT * FROM G WHERE s = 'a\\Zb\\%\\_'", '6'],
  ['SELECT * FROM G WHERE `from` = 1 ORDER BY `from`', '6'],
  ['SELECT * FROM G WHERE first = 1', '6'],
] as const) {
  test(`GQL: ${query}`, async ({ raw }) => {
    await fill(raw);
    expect(await run(raw, query)).toBe(expected);
  });
}

test('GQL: bindings stand for values, lists, counts and cursors', async ({ raw }) => {
  await fill(raw);
  const one = { value: { integerValue: 1 } };
  const two = { value: { integerValue: 2 } };
  expect(
    await run(raw, 'SELECT * FROM G WHERE v >= @1 LIMIT @2', { positionalBindings: [one, two] }),
  ).toBe('1 2');
  expect(await run(raw, 'SELECT * FROM G WHERE v = @a', { namedBindings: { a: two } })).toBe('2');
  const list = { value: { arrayValue: { values: [one.value, two.value] } } };
  expect(await run(raw, 'SELECT * FROM G WHERE v IN @1', { positionalBindings: [list] })).toBe(
    '1 2',
  );
  const { batch } = await raw.call('runQuery', {
    partitionId: raw.partitionId,
    gqlQuery: { queryString: 'SELECT * FROM G LIMIT 2', allowLiterals: true },
  });
  const cursor = { cursor: batch.endCursor };
  expect(await run(raw, 'SELECT * FROM G OFFSET @1 + 1', { positionalBindings: [cursor] })).toBe(
    '4 5 6',
  );
  expect(await run(raw, 'SELECT * FROM G LIMIT @1', { positionalBindings: [cursor] })).toBe('1 2');
});

for (const [query, more, message] of [
  ['garbage', {}, 'Encountered "garbage"'],
  ['SELECT * FROM', {}, 'Encountered the end'],
  ['SELECT * FROM G WHERE', {}, 'Was expecting'],
  ['SELECT * FROM G WHERE v = 1 v', {}, 'the end of the query'],
  ['SELECT * FROM G WHERE v = 1', { allowLiterals: false }, 'Disallowed literal: 1.'],
  ['SELECT * FROM G WHERE v = @1', {}, 'Absent positional binding: 1.'],
  ['SELECT * FROM G WHERE v = @a', {}, 'Absent named binding: a.'],
  [
    'SELECT * FROM G',
    { positionalBindings: [{ value: { integerValue: 1 } }] },
    'Unused positional',
  ],
  [`SELECT * FROM G WHERE ${'('.repeat(5000)}`, {}, 'parentheses'],
  ["SELECT * FROM G WHERE s = 'open", {}, 'Lexical error'],
  ['SELECT DISTINCT * FROM G', {}, 'Encountered "*" immediately after DISTINCT.'],
  ['SELECT * FROM G LIMIT FIRST(1, 2)', {}, 'Expected limit cursor instead of 2.'],
  ['SELECT * FROM G OFFSET 1 + 2', {}, 'Encountered "+" after integer offset.'],
  ["SELECT * FROM G WHERE __key__ = KEY('G', 1)", {}, 'a name'],
  ["SELECT * FROM G WHERE t = DATETIME('2020-01-01')", {}, 'does not match pattern'],
  ["SELECT * FROM G WHERE t = DATETIME('2020-01-01T00:00:00+00:00')", {}, 'zero offset must be Z'],
  ["SELECT * FROM G WHERE t = DATETIME('2020-01-01 00:00:00Z')", {}, 'does not match pattern'],
  ["SELECT * FROM G WHERE t = DATETIME('2013-02-30T00:00:00Z')", {}, 'parse failure'],
  ["SELECT * FROM G WHERE t = DATETIME('2020-01-01T24:00:00Z')", {}, 'parse failure'],
  ['SELECT select FROM G', {}, 'a keyword is one between backquotes'],
  ['SELECT * FROM G WHERE from = 1', {}, 'a keyword is one between backquotes'],
  ['SELECT * FROM order', {}, 'a keyword is one between backquotes'],
  ['SELECT * FROM G', { namedBindings: { __v__: { value: { integerValue: 1 } } } }, '"__v__"'],
  ['SELECT * FROM G', { namedBindings: { '1v': { value: { integerValue: 1 } } } }, '"1v"'],
  ['SELECT * FROM G WHERE v IS NULL', { allowLiterals: false }, 'Disallowed literal: NULL.'],
  ['SELECT * FROM G WHERE v = KEY(G, 1)', { allowLiterals: false }, 'Disallowed literal: KEY.'],
] as const) {
  test(`GQL: ${query.slice(0, 60)} ${JSON.stringify(more)} is refused`, async ({ raw }) => {
    await expect(run(raw, query, more)).rejects.toMatchObject({
      code: 3,
      details: expect.stringContaining(message),
    });
  });
}

for (const [query, expected] of [
  ['SELECT COUNT(*) FROM G', { property_1: 6 }],
  ['SELECT COUNT_UP_TO(2) AS few, SUM(v) FROM G', { few: 2, property_1: 12.5 }],
  [
    'AGGREGATE COUNT(*) AS n, AVG(v) AS mean OVER (SELECT * FROM G WHERE v < 3)',
    { n: 3, mean: 1.5 },
  ],
] as const) {
  test(`GQL: ${query}`, async ({ raw }) => {
    await fill(raw);
    const { batch } = await raw.call('runAggregationQuery', {
      partitionId: raw.partitionId,
      gqlQuery: { queryString: query, allowLiterals: true },
    });
    const { aggregateProperties } = batch.aggregationResults[0];
    const values = Object.entries(aggregateProperties as Record<string, any>).map(
      ([alias, value]) => [alias, Number(value[value.valueType])],
    );
    expect(Object.fromEntries(values)).toEqual(expected);
  });
}

// https://cloud.google.com/datastore/docs/reference/gql_reference: ORDER BY, LIMIT and OFFSET go inside OVER (...)
test('GQL: a plain aggregation takes no limit', async ({ raw }) => {
  const gqlQuery = { queryString: 'SELECT COUNT(*) FROM G LIMIT 2', allowLiterals: true };
  await expect(
    raw.call('runAggregationQuery', { partitionId: raw.partitionId, gqlQuery }),
  ).rejects.toMatchObject({ code: 3 });
});
