import { expect, test } from './client-test.js';

test('insert refuses an existing entity, update a missing one, upsert neither', async ({
  datastore,
}) => {
  const key = datastore.key(['Task', 'a']);
  await expect(datastore.update({ key, data: { n: 1 } })).rejects.toMatchObject({ code: 5 });
  await datastore.insert({ key, data: { n: 1 } });
  await expect(datastore.insert({ key, data: { n: 2 } })).rejects.toMatchObject({ code: 6 });
  await datastore.update({ key, data: { n: 3 } });
  await datastore.upsert({ key, data: { n: 4 } });
  expect((await datastore.get(key))[0]).toMatchObject({ n: 4 });
  await datastore.delete(key);
  await datastore.delete(key);
});

test('an incomplete key gets an id that the client sees', async ({ datastore }) => {
  const keys = [datastore.key(['Task']), datastore.key(['List', 'l', 'Task'])];
  await datastore.save(keys.map((key) => ({ key, data: {} })));
  expect(keys[0]!.id).toMatch(/^[0-9]{16}$/);
  const [children] = await datastore.runQuery(
    datastore.createQuery('Task').hasAncestor(datastore.key(['List', 'l'])),
  );
  expect(children.map((child) => child[datastore.KEY].id)).toEqual([keys[1]!.id]);
});

test('versions and times tell when an entity was created and changed', async ({ datastore }) => {
  const key = datastore.key(['Task', 'a']);
  const [first] = await datastore.save({ key, data: { n: 1 } });
  const [second] = await datastore.save({ key, data: { n: 2 } });
  const versions = [first, second].map((response) =>
    BigInt(String(response.mutationResults![0]!.version)),
  );
  expect(versions[1]! > versions[0]!).toBe(true);
  const results = [first, second].map((response) => response.mutationResults![0]!);
  expect(results[1]!.createTime).toEqual(results[0]!.createTime);
  expect(results[1]!.updateTime).not.toEqual(results[0]!.updateTime);
});

test('databases, namespaces and projects are kept apart', async ({ openClient }) => {
  const places = [
    {},
    { namespace: 'other' },
    { databaseId: 'second' },
    { databaseId: 'second', namespace: 'other' },
    { projectId: 'another-project' },
  ].map((place) => openClient({ namespace: 'apart', ...place }));
  for (const [at, datastore] of places.entries()) {
    await datastore.save({ key: datastore.key(['Apart', 'same']), data: { at } });
  }
  for (const [at, datastore] of places.entries()) {
    expect((await datastore.get(datastore.key(['Apart', 'same'])))[0]).toMatchObject({ at });
    const [found] = await datastore.runQuery(datastore.createQuery('Apart'));
    expect(found).toMatchObject([{ at }]);
  }
});

for (const [what, path, data, message] of [
  ['a reserved kind', ['__x__', 'a'], {}, /reserved/],
  ['an indexed string of 1501 bytes', ['T', 'a'], { s: 'x'.repeat(1501) }, /1500 bytes/],
  ['a reserved property', ['T', 'a'], { __x__: 1 }, /reserved/],
] as const) {
  test(`${what} is refused as INVALID_ARGUMENT`, async ({ datastore }) => {
    const key = datastore.key([...path]);
    await expect(datastore.save({ key, data })).rejects.toMatchObject({
      code: 3,
      message: expect.stringMatching(message),
    });
  });
}

test('a long string that is excluded from indexes is stored, up to the limit', async ({
  datastore,
}) => {
  const key = datastore.key(['T', 'long']);
  const save = (length: number): Promise<unknown> =>
    datastore.save({ key, data: { s: 'x'.repeat(length) }, excludeFromIndexes: ['s'] });
  await save(1_000_000);
  expect((await datastore.get(key))[0].s).toHaveLength(1_000_000);
  await expect(save(1_048_488)).rejects.toMatchObject({ code: 3 });
});
