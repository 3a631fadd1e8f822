import {
  AggregateField,
  PropertyFilter,
  type Datastore,
  type Query,
} from '@google-cloud/datastore';
import { expect, test } from './client-test.js';

async function fill(datastore: Datastore): Promise<void> {
  const values = [1, 2, datastore.double(2.5), 'text', null];
  await datastore.save(
    values.map((v, at) => ({ key: datastore.key(['N', at + 1]), data: { v, w: at } })),
  );
}

test('sum and average leave out what is no number', async ({ datastore }) => {
  await fill(datastore);
  const query = datastore
    .createAggregationQuery(datastore.createQuery('N'))
    .addAggregations([
      AggregateField.sum('v').alias('sum'),
      AggregateField.average('v').alias('avg'),
      AggregateField.sum('w').alias('whole'),
    ]);
  expect((await datastore.runAggregationQuery(query))[0]).toEqual([
    { sum: 5.5, avg: 5.5 / 3, whole: 10 },
  ]);
});

test('of nothing the sum is 0, the average null and the count 0', async ({ datastore }) => {
  const query = datastore
    .createAggregationQuery(datastore.createQuery('Missing'))
    .addAggregations([
      AggregateField.sum('v').alias('sum'),
      AggregateField.average('v').alias('avg'),
      AggregateField.count().alias('count'),
    ]);
  expect((await datastore.runAggregationQuery(query))[0]).toEqual([
    { sum: 0, avg: null, count: 0 },
  ]);
});

test('an entity without the property that is added up is not counted beside the sum', async ({
  datastore,
}) => {
  await fill(datastore);
  await datastore.save({ key: datastore.key(['N', 99]), data: { other: 1 } });
  const query = datastore
    .createAggregationQuery(datastore.createQuery('N'))
    .addAggregations([AggregateField.count().alias('count'), AggregateField.sum('w').alias('sum')]);
  expect((await datastore.runAggregationQuery(query))[0]).toEqual([{ count: 5, sum: 10 }]);
});

test('filters, limits and offsets apply before aggregating', async ({ datastore }) => {
  await fill(datastore);
  const count = async (build: (query: ReturnType<Datastore['createQuery']>) => typeof query) => {
    const query = build(datastore.createQuery('N'));
    const [result] = await datastore.runAggregationQuery(
      datastore.createAggregationQuery(query).count('n'),
    );
    return result[0].n as number;
  };
  expect(await count((query) => query)).toBe(5);
  expect(await count((query) => query.filter('w', '>', 2))).toBe(2);
  expect(await count((query) => query.limit(3))).toBe(3);
  expect(await count((query) => query.offset(4).limit(3))).toBe(1);
});

test('names that are given twice, and more than five aggregations, are refused', async ({
  datastore,
}) => {
  const run = (...aliases: string[]): Promise<unknown> => {
    const query = datastore
      .createAggregationQuery(datastore.createQuery('N'))
      .addAggregations(aliases.map((alias) => AggregateField.count().alias(alias)));
    return datastore.runAggregationQuery(query);
  };
  await expect(run('a', 'a')).rejects.toMatchObject({ code: 3 });
  await expect(run('a', 'b', 'c', 'd', 'e', 'f')).rejects.toMatchObject({ code: 3 });
  await expect(run('__reserved__')).rejects.toMatchObject({ code: 3 });
});

test('offset and limit count in the order of what is added up, by name', async ({ datastore }) => {
  const entities = [
    { b: 1, c: 20 },
    { b: 2, c: 10 },
  ];
  await datastore.save(entities.map((data, at) => ({ key: datastore.key(['N', at + 1]), data })));
  const query = datastore.createQuery('N').offset(1);
  const aggregate = datastore.createAggregationQuery(query).sum('c', 'c').average('b', 'b');
  const [results] = await datastore.runAggregationQuery(aggregate);
  expect(results).toEqual([{ c: 10, b: 2 }]);
});

test('what is added up keeps the order by key that offset and limit count in', async ({
  datastore,
}) => {
  const values = [5, 1, 3];
  await datastore.save(values.map((v, at) => ({ key: datastore.key(['N', at + 1]), data: { v } })));
  const sum = async (descending: boolean): Promise<unknown> => {
    const query = datastore.createQuery('N').order('__key__', { descending }).offset(1).limit(1);
    const aggregate = datastore.createAggregationQuery(query).sum('v', 'total');
    const [[{ total }]] = await datastore.runAggregationQuery(aggregate);
    return total;
  };
  await datastore.save({ key: datastore.key(['N', 4]), data: { other: 9 } });
  // Without v the last is none of the results.
  expect([await sum(false), await sum(true)]).toEqual([1, 1]);
  await datastore.save({ key: datastore.key(['N', 4]), data: { v: 9 } });
  expect([await sum(false), await sum(true)]).toEqual([1, 3]);

  const keys = [1, 2, 3].map((id) => datastore.key(['N', id]));
  for (const [operator, value] of [
    ['<', keys[2]!],
    ['IN', keys],
  ] as const) {
    const filter = new PropertyFilter('__key__', operator, value);
    const first = datastore.createQuery('N').filter(filter).limit(1);
    const aggregate = datastore.createAggregationQuery(first).sum('v', 'total');
    const [[{ total }]] = await datastore.runAggregationQuery(aggregate);
    expect([operator, total]).toEqual([operator, 5]);
  }
});

const PER_VALUE: [string, (query: Query) => Query, string, object][] = [
  ['a projection', (q) => q.select('x'), 'x', { sum: 6, avg: 2, count: 3 }],
  [
    'the part of a projection that a filter leaves',
    (q) => q.select('x').filter('x', '>', 1),
    'x',
    { sum: 5, avg: 2.5, count: 2 },
  ],
  ['groups', (q) => q.select('x').groupBy('x'), 'x', { sum: 6, avg: 2, count: 3 }],
  [
    'every combination of two arrays',
    (q) => q.select(['x', 'y']),
    'y',
    { sum: 70, avg: 14, count: 5 },
  ],
  ['groups of another property', (q) => q.groupBy('y'), 'x', { sum: 2, avg: 1, count: 2 }],
  [
    'groups, then in the order of keys',
    (q) => q.groupBy('x').order('x').order('__key__'),
    'y',
    { sum: 30, avg: 10, count: 3 },
  ],
  [
    'groups, then in the descending order of keys',
    (q) => q.groupBy('x').order('x').order('__key__', { descending: true }),
    'y',
    { sum: 50, avg: 50 / 3, count: 3 },
  ],
];

for (const [what, build, property, expected] of PER_VALUE) {
  test(`each result adds its own value of an array: ${what}`, async ({ datastore }) => {
    await datastore.save([
      { key: datastore.key(['N', 'a']), data: { x: [1, 2], y: [10, 20] } },
      { key: datastore.key(['N', 'b']), data: { x: 3, y: 10 } },
    ]);
    const aggregate = datastore
      .createAggregationQuery(build(datastore.createQuery('N')))
      .sum(property, 'sum')
      .average(property, 'avg')
      .count('count');
    expect((await datastore.runAggregationQuery(aggregate))[0]).toEqual([expected]);
  });
}
