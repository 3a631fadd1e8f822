import type { Datastore } from '@google-cloud/datastore';
import { expect, test, type KeptDatastore } from '../data-test.js';

const PROJECT = 'embedded-test';

type Entity = Record<string | symbol, any>;

async function names(datastore: Datastore, kind = 'T'): Promise<string[]> {
  const [found] = await datastore.runQuery(datastore.createQuery(kind));
  return found.map((entity: Entity) => entity[datastore.KEY].name);
}

async function save(datastore: Datastore, name: string, data: object = {}): Promise<void> {
  await datastore.save({ key: datastore.key(['T', name]), data });
}

test('every kind of value is there after a restart, and every index finds it', async ({
  start,
}) => {
  const first = await start();
  const before = first.open({ namespace: 'values' });
  const key = before.key(['Parent', 'p', 'T', 'all']);
  const data = {
    text: 'ä€😀',
    whole: 7,
    double: before.double(2.5),
    yes: true,
    nothing: null,
    bytes: Buffer.from([0, 255, 1]),
    at: new Date('2026-11-21T10:00:00.123Z'),
    geo: before.geoPoint({ latitude: 1, longitude: 2 }),
    self: key,
    elsewhere: before.key({ path: ['T', 'x'], namespace: 'elsewhere' }),
    list: [1, 'a', key],
    inner: { text: 'deep', self: key },
    unindexed: 'no',
  };
  await before.save({ key, data, excludeFromIndexes: ['unindexed'] });
  const [written] = await before.get(key);
  await first.stop();

  const after = (await start()).open({ namespace: 'values' });
  expect((await after.get(key))[0]).toEqual(written);
  const count = async (property: string, value: unknown): Promise<number> => {
    const query = after.createQuery('T').filter(property, value as string);
    return (await after.runQuery(query))[0].length;
  };
  for (const property of ['text', 'whole', 'double', 'yes', 'nothing', 'bytes', 'at', 'self']) {
    expect([property, await count(property, (data as Entity)[property])]).toEqual([property, 1]);
  }
  expect(await count('list', 'a')).toBe(1);
  expect(await count('inner.text', 'deep')).toBe(1);
  expect(await count('unindexed', 'no')).toBe(0);
  const children = after.createQuery('T').hasAncestor(after.key(['Parent', 'p']));
  expect((await after.runQuery(children))[0]).toHaveLength(1);
});

test('databases and namespaces stay apart over restarts, and what was deleted stays deleted', async ({
  start,
}) => {
  const places = ['', 'second'].flatMap((databaseId) =>
    ['one', 'two'].map((namespace) => ({ databaseId, namespace })),
  );
  const first = await start();
  for (const place of places) {
    const client = first.open(place);
    await save(client, `${place.databaseId}-${place.namespace}`);
    await save(client, 'gone');
    await client.delete(client.key(['T', 'gone']));
  }
  await first.stop();
  for (let restart = 0; restart < 2; restart++) {
    const again = await start();
    for (const place of places) {
      expect(await names(again.open(place))).toEqual([`${place.databaseId}-${place.namespace}`]);
    }
    await again.stop();
  }
});

test('forks go their own ways over restarts, in both directions and over several layers', async ({
  start,
}) => {
  const first = await start();
  const fork = (datastore: KeptDatastore, from: string, to: string): Promise<number> =>
    datastore.fork({ projectId: PROJECT, from, to });
  const one = first.open({ namespace: 'one' });
  await save(one, 'a');
  await save(one, 'b');
  await fork(first, 'one', 'two');
  await save(one, 'only-one');
  const two = first.open({ namespace: 'two' });
  await two.delete(two.key(['T', 'a']));
  await fork(first, 'two', 'three');
  await save(two, 'a', { again: true });
  await fork(first, 'two', 'one');
  await first.stop();

  const expected = { one: ['a', 'b'], two: ['a', 'b'], three: ['b'] };
  const second = await start();
  for (const [namespace, list] of Object.entries(expected)) {
    expect([namespace, await names(second.open({ namespace }))]).toEqual([namespace, list]);
  }
  await save(second.open({ namespace: 'one' }), 'c');
  await second.drop({ projectId: PROJECT, namespace: 'two' });
  await second.stop();

  const third = await start();
  expect(await names(third.open({ namespace: 'one' }))).toEqual(['a', 'b', 'c']);
  expect(await names(third.open({ namespace: 'two' }))).toEqual([]);
  expect(await names(third.open({ namespace: 'three' }))).toEqual(['b']);
});

test('after a reset nothing comes back, and what is written then stays', async ({ start }) => {
  const first = await start();
  for (const databaseId of ['', 'second']) await save(first.open({ databaseId }), 'old');
  await first.reset();
  await save(first.open(), 'new');
  await first.stop();
  const second = await start();
  expect(await names(second.open())).toEqual(['new']);
  expect(await names(second.open({ databaseId: 'second' }))).toEqual([]);
});

test('reads of a time before the start are refused, since the past is not kept', async ({
  start,
}) => {
  const first = await start();
  await save(first.open(), 'a');
  const earlier = Date.now();
  await first.stop();
  const client = (await start()).open();
  const read = client.get(client.key(['T', 'a']), { readTime: earlier });
  await expect(read).rejects.toMatchObject({
    code: 9,
    message: expect.stringContaining('reads go back to when this Datastore was started'),
  });
});

test('onLoad hears how many entities are loaded', async ({ start }) => {
  const first = await start();
  const client = first.open();
  const keys = Array.from({ length: 450 }, (_, at) => client.key(['T', `n${at}`]));
  await client.save(keys.map((key) => ({ key, data: {} })));
  await first.stop();
  const heard: number[] = [];
  await start({ onLoad: (entities) => heard.push(entities) });
  expect(heard.at(-1)).toBe(450);
});
