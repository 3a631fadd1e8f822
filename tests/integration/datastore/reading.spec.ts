import { expect, test } from './raw-client.js';

const integer = (value: number): object => ({ integerValue: value });
const put = (key: object, n: number): Record<string, unknown> => ({
  mode: 'NON_TRANSACTIONAL',
  mutations: [{ upsert: { key, properties: { n: integer(n) } } }],
});

test('lookups, queries and read-only transactions can read what was there at a time', async ({
  raw,
}) => {
  const key = raw.key('T', 'a');
  const query = { kind: [{ name: 'T' }], order: [{ property: { name: 'n' } }] };
  const read = async (readOptions: object): Promise<unknown[]> => {
    const { found } = await raw.call('lookup', { keys: [key], readOptions });
    const { batch } = await raw.call('runQuery', {
      partitionId: raw.partitionId,
      query,
      readOptions,
    });
    return [...found, ...batch.entityResults].map(
      (result: any) => result.entity.properties.n.integerValue,
    );
  };
  await raw.call('commit', put(key, 1));
  const { readTime } = await raw.call('lookup', { keys: [key] });
  await raw.call('commit', put(key, 2));
  await raw.call('commit', put(raw.key('T', 'b'), 3));
  expect(await read({ readTime })).toEqual(['1', '1']);
  expect(await read({})).toEqual(['2', '2', '3']);
  const { transaction } = await raw.call('beginTransaction', {
    transactionOptions: { readOnly: { readTime } },
  });
  expect(await read({ transaction })).toEqual(['1', '1']);
});

for (const [what, seconds, code] of [
  ['in the future', 1000, 3],
  ['more than an hour ago', -4000, 9],
] as const) {
  test(`a read time ${what} is refused`, async ({ raw }) => {
    const readTime = { seconds: Math.floor(Date.now() / 1000) + seconds };
    await expect(
      raw.call('lookup', { keys: [raw.key('T', 'a')], readOptions: { readTime } }),
    ).rejects.toMatchObject({ code });
  });
}

test('a read can begin the transaction that it belongs to', async ({ raw }) => {
  const key = raw.key('T', 'a');
  const { transaction } = await raw.call('lookup', {
    keys: [key],
    readOptions: { newTransaction: { readWrite: {} } },
  });
  await raw.call('commit', put(key, 1));
  const mutations = [{ upsert: { key, properties: { n: integer(2) } } }];
  await expect(
    raw.call('commit', { mode: 'TRANSACTIONAL', transaction, mutations }),
  ).rejects.toMatchObject({ code: 10 });
});

test('kinds, namespaces and properties can be asked for', async ({ datastore, openClient }) => {
  await datastore.save([
    { key: datastore.key(['A', 'a']), data: { s: 'x', deep: { n: 1 }, list: [1, 'a', null] } },
    { key: datastore.key(['B', 'b']), data: { hidden: 1 }, excludeFromIndexes: ['hidden'] },
  ]);
  const namesOf = async (kind: string): Promise<string[]> => {
    const [found] = await datastore.runQuery(datastore.createQuery(kind).select('__key__'));
    return found.map((entity) => entity[datastore.KEY].path.join('/'));
  };
  expect(await namesOf('__kind__')).toEqual(['__kind__/A', '__kind__/B']);
  expect(await namesOf('__property__')).toEqual([
    '__kind__/A/__property__/deep.n',
    '__kind__/A/__property__/list',
    '__kind__/A/__property__/s',
  ]);
  const [properties] = await datastore.runQuery(
    datastore.createQuery('__property__').hasAncestor(datastore.key(['__kind__', 'A'])),
  );
  expect(properties.map((property) => property.property_representation)).toEqual([
    ['INT64'],
    ['NULL', 'INT64', 'STRING'],
    ['STRING'],
  ]);
  const everywhere = openClient();
  const [namespaces] = await everywhere.runQuery(everywhere.createQuery('__namespace__'));
  const names = namespaces.map((namespace) => namespace[everywhere.KEY].name);
  expect(names).toContain(datastore.namespace);
});

test('explain returns the plan alone, or with it the results and what they cost', async ({
  datastore,
}) => {
  await datastore.save({ key: datastore.key(['T', 'a']), data: { n: 1 } });
  const query = datastore.createQuery('T').filter('n', 1);
  const [planned, plan] = await datastore.runQuery(query, { explainOptions: { analyze: false } });
  expect(planned).toEqual([]);
  expect(plan.explainMetrics?.planSummary?.indexesUsed).toEqual([
    { properties: '(n ASC, __name__ ASC)', query_scope: 'Collection group' },
  ]);
  expect(plan.explainMetrics?.executionStats).toBeUndefined();
  const [found, run] = await datastore.runQuery(query, { explainOptions: { analyze: true } });
  expect(found).toHaveLength(1);
  expect(run.explainMetrics?.executionStats).toMatchObject({ resultsReturned: 1 });
});

test('a transaction may name the one that it retries, but nothing else', async ({ raw }) => {
  const begin = (previousTransaction?: unknown): Promise<{ transaction: unknown }> =>
    raw.call('beginTransaction', { transactionOptions: { readWrite: { previousTransaction } } });
  const { transaction } = await begin();
  await raw.call('rollback', { transaction });
  await begin(transaction);
  await expect(begin(Buffer.from('garbage'))).rejects.toMatchObject({ code: 3 });
});

test('a commit of its own transaction must be one that writes', async ({ raw }) => {
  const mutations = [{ upsert: { key: raw.key('T', 'a') } }];
  await expect(
    raw.call('commit', {
      mode: 'TRANSACTIONAL',
      singleUseTransaction: { readOnly: {} },
      mutations,
    }),
  ).rejects.toMatchObject({ code: 3 });
});
