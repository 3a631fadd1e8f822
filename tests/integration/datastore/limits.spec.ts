import { AggregateField, and, PropertyFilter, type Datastore } from '@google-cloud/datastore';
import { expect, test } from './raw-client.js';

const filters = (count: number, operator: '=' | '>'): ReturnType<typeof and> =>
  and(Array.from({ length: count }, (_, at) => new PropertyFilter(`p${at}`, operator, 1)));

// https://cloud.google.com/datastore/docs/concepts/multiple-range-optimize-queries, "Limitations"
test('inequalities on ten properties are answered, on eleven refused', async ({ datastore }) => {
  const query = (count: number): ReturnType<Datastore['createQuery']> =>
    datastore.createQuery('Task').filter(filters(count, '>'));
  await datastore.runQuery(query(10));
  await expect(datastore.runQuery(query(11))).rejects.toMatchObject({
    code: 3,
    details: expect.stringContaining('may not have more than 10 distinct inequality fields'),
  });
});

// The same page: filters, sort orders and the ancestor count together.
test('a query has at most 100 filters, orders and ancestors together', async ({ datastore }) => {
  const query = (count: number): ReturnType<Datastore['createQuery']> =>
    datastore
      .createQuery('Task')
      .hasAncestor(datastore.key(['List', 'l']))
      .filter(filters(count, '='))
      .order('o');
  await datastore.runQuery(query(98));
  await expect(datastore.runQuery(query(99))).rejects.toMatchObject({
    code: 3,
    details: expect.stringContaining('99 filters, 1 sort orders, and an ancestor filter'),
  });
});

// https://cloud.google.com/datastore/docs/concepts/queries: 30 disjunctions in disjunctive normal form
test('a query has at most 30 alternatives once IN and AND are multiplied out', async ({
  datastore,
}) => {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
  const query = (a: number, b: number): ReturnType<Datastore['createQuery']> =>
    datastore
      .createQuery('Task')
      .filter(
        and([new PropertyFilter('a', 'IN', numbers(a)), new PropertyFilter('b', 'IN', numbers(b))]),
      );
  await datastore.runQuery(query(5, 6));
  await expect(datastore.runQuery(query(4, 8))).rejects.toMatchObject({
    code: 3,
    details: expect.stringContaining('Result had 32 disjunctions'),
  });
});

// https://cloud.google.com/datastore/docs/concepts/limits: 20,000 index entries of an entity, two for each value
test('an entity has at most 20,000 index entries', async ({ datastore }) => {
  const save = (count: number, excludeFromIndexes: string[] = []): Promise<unknown> =>
    datastore.save({
      key: datastore.key(['Task', 'many']),
      data: { values: Array.from({ length: count }, (_, at) => at) },
      excludeFromIndexes,
    });
  await save(5000);
  await expect(save(10_001)).rejects.toMatchObject({
    code: 3,
    details: 'Too many indexed properties',
  });
  await save(10_001, ['values[]']);
});

test('keys can be neither grouped by nor added up', async ({ datastore }) => {
  const grouped = datastore.createQuery('Task').select('__key__').groupBy('__key__');
  await expect(datastore.runQuery(grouped)).rejects.toMatchObject({ code: 3 });
  const sum = datastore
    .createAggregationQuery(datastore.createQuery('Task'))
    .addAggregation(AggregateField.sum('__key__'));
  await expect(datastore.runAggregationQuery(sum)).rejects.toMatchObject({ code: 3 });
});

test('a request has at most 10 MiB', async ({ datastore }) => {
  const describeLarge = (count: number): object[] =>
    Array.from({ length: count }, (_, at) => ({
      key: datastore.key(['Large', at + 1]),
      data: [{ name: 'text', value: 'x'.repeat(1_000_000), excludeFromIndexes: true }],
    }));
  await datastore.save(describeLarge(10));
  await expect(datastore.save(describeLarge(11))).rejects.toMatchObject({
    code: 3,
    details: 'Request payload size exceeds the limit: 10485760 bytes.',
  });
});

test('names in two underscores on either side are reserved', async ({ datastore }) => {
  for (const path of [
    ['T', '__id5__'],
    ['T', '__name__'],
    ['__T__', 'a'],
  ]) {
    await expect(datastore.save({ key: datastore.key(path), data: {} })).rejects.toMatchObject({
      code: 3,
      details: expect.stringContaining('is reserved.'),
    });
  }
});

test('a lookup has at most 1,000 keys', async ({ datastore }) => {
  const keys = Array.from({ length: 1001 }, (_, at) => datastore.key(['Thing', at + 1]));
  await datastore.save({ key: keys[999]!, data: { n: 1 } });
  const [found] = await datastore.get(keys.slice(0, 1000));
  expect(found).toHaveLength(1);
  await expect(datastore.get(keys)).rejects.toMatchObject({
    code: 3,
    details: 'cannot get more than 1000 keys in a single call',
  });
});

test('an entity has at most 1,048,572 bytes', async ({ datastore }) => {
  const save = (length: number): Promise<unknown> => {
    const data = { a: 'a'.repeat(600_000), b: 'b'.repeat(length - 600_000) };
    return datastore.save({
      key: datastore.key(['Thing', 'a']),
      data,
      excludeFromIndexes: ['a', 'b'],
    });
  };
  await save(1_048_400);
  await expect(save(1_048_570)).rejects.toMatchObject({
    code: 3,
    details: 'maximum entity size is 1048572 bytes',
  });
});

test('an entity has at most 500 transformations in a commit', async ({ raw }) => {
  const commit = (count: number): Promise<unknown> => {
    const propertyTransforms = Array.from({ length: count }, (_, at) => ({
      property: `p${at}`,
      increment: { integerValue: 1 },
    }));
    const mutations = [{ upsert: { key: raw.key('Thing', 'a') }, propertyTransforms }];
    return raw.call('commit', { mode: 'NON_TRANSACTIONAL', mutations });
  };
  await commit(500);
  await expect(commit(501)).rejects.toMatchObject({
    code: 3,
    details: expect.stringContaining('at most 500'),
  });
});
