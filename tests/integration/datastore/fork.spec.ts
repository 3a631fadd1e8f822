import { startDatastore } from '../../../datastore/index.js';
import { expect, test } from './client-test.js';

const PROJECT = 'embedded-test';

test('a fork starts as the original, and neither sees what happens to the other', async ({
  openClient,
  embedded,
}) => {
  const original = openClient({ namespace: 'fork-from' });
  const copy = openClient({ namespace: 'fork-to' });
  const save = (datastore: typeof copy, name: string, n: number): Promise<unknown> =>
    datastore.save({ key: datastore.key(['T', name]), data: { n } });
  await save(copy, 'stale', 9);
  await save(original, 'a', 1);
  await save(original, 'b', 1);
  await embedded.fork({ projectId: PROJECT, from: 'fork-from', to: 'fork-to' });
  await save(original, 'a', 2);
  await save(copy, 'c', 1);
  const namesWhereN = async (datastore: typeof copy, n: number): Promise<string[]> => {
    const [found] = await datastore.runQuery(datastore.createQuery('T').filter('n', n));
    return found.map((entity) => entity[datastore.KEY].name);
  };
  expect(await namesWhereN(original, 1)).toEqual(['b']);
  expect(await namesWhereN(original, 2)).toEqual(['a']);
  expect(await namesWhereN(copy, 1)).toEqual(['a', 'b', 'c']);
  expect(await namesWhereN(copy, 9)).toEqual([]);
});

test('keys that point into the original point into the fork there', async ({
  openClient,
  embedded,
}) => {
  const original = openClient({ namespace: 'keys-from' });
  const key = original.key(['T', 'a']);
  const elsewhere = original.key({ path: ['T', 'x'], namespace: 'elsewhere' });
  await original.save({ key, data: { self: key, list: [key], elsewhere } });
  await embedded.fork({ projectId: PROJECT, from: 'keys-from', to: 'keys-to' });
  const copy = openClient({ namespace: 'keys-to' });
  const [entity] = await copy.get(copy.key(['T', 'a']));
  expect(entity.self.namespace).toBe('keys-to');
  expect(entity.list[0].namespace).toBe('keys-to');
  expect(entity.elsewhere.namespace).toBe('elsewhere');
  const query = copy.createQuery('T').filter('self', copy.key(['T', 'a']));
  expect((await copy.runQuery(query))[0]).toHaveLength(1);
});

test('a dropped namespace is empty, and a transaction that read it is aborted', async ({
  openClient,
  embedded,
}) => {
  const datastore = openClient({ namespace: 'dropped' });
  const key = datastore.key(['T', 'a']);
  await datastore.save({ key, data: { n: 1 } });
  const transaction = datastore.transaction();
  await transaction.run();
  await transaction.get(key);
  await embedded.drop({ projectId: PROJECT, namespace: 'dropped' });
  expect((await datastore.get(key))[0]).toBeUndefined();
  transaction.save({ key, data: { n: 2 } });
  await expect(transaction.commit()).rejects.toMatchObject({ code: 10 });
});

test('forking takes as long for many entities as for few', async ({ openClient }) => {
  const own = await startDatastore({ projectId: PROJECT });
  try {
    const datastore = openClient();
    expect(datastore).toBeDefined();
    const started = performance.now();
    for (let at = 0; at < 1000; at++) await own.fork({ from: '', to: `copy-${at}` });
    expect(performance.now() - started).toBeLessThan(1000);
  } finally {
    await own.stop();
  }
});

test('a namespace that cannot be is refused', async ({ embedded }) => {
  await expect(
    embedded.fork({ projectId: PROJECT, from: '', to: 'not a namespace' }),
  ).rejects.toThrow('Illegal string "not a namespace" in namespace id.');
});
