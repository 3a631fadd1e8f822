import type { Datastore } from '@google-cloud/datastore';
import type { OrderedMap } from '../../../datastore/tree/ordered-map.js';
import type { Node } from '../../../datastore/tree/node.js';
import { expect, test } from './tuned-test.js';

const PROJECT = 'embedded-test';

type Entity = Record<string | symbol, any>;

/** Every node of a tree: what two trees have in common, they share. */
function listNodes(map: OrderedMap<unknown>): Set<Node<unknown>> {
  const nodes = new Set([map['root']]);
  for (const node of nodes) for (const child of node.children ?? []) nodes.add(child);
  return nodes;
}

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

test('the namespaces of a database are those with entities in them', async ({
  openClient,
  embedded,
}) => {
  const place = { projectId: PROJECT, database: 'listed' };
  expect(await embedded.namespaces(place)).toEqual([]);
  const datastore = openClient({ databaseId: 'listed', namespace: 'one' });
  await datastore.save({ key: datastore.key(['T', 1]), data: {} });
  await datastore.save({ key: datastore.key({ namespace: '', path: ['T', 1] }), data: {} });
  await embedded.fork({ ...place, from: 'one', to: 'two' });
  await embedded.drop({ ...place, namespace: 'one' });

  expect(await embedded.namespaces(place)).toEqual(['', 'two']);
});

test('keys that point elsewhere are found in a fork as in the original, and point there still', async ({
  openClient,
  embedded,
}) => {
  const original = openClient({ namespace: 'elsewhere-from' });
  const fork = { projectId: PROJECT, from: 'elsewhere-from' };
  // Before both, between them, after both, and the fork itself.
  for (const namespace of ['a', 'elsewhere-g', 'z', 'elsewhere-to']) {
    const ref = original.key({ namespace, path: ['T', 1] });
    for (const name of ['x', 'y']) {
      await original.save({ key: original.key([`In ${namespace}`, name]), data: { ref } });
    }
    await embedded.fork({ ...fork, to: 'elsewhere-to' });
    const copy = openClient({ namespace: 'elsewhere-to' });
    const kind = `In ${namespace}`;
    const list = async (query: ReturnType<typeof copy.createQuery>): Promise<Entity[]> =>
      (await copy.runQuery(query))[0];
    const inOrder = await list(copy.createQuery(kind).order('ref'));
    expect(inOrder.map((entity) => entity.ref.namespace)).toEqual([namespace, namespace]);
    if (namespace !== 'elsewhere-to') {
      expect(await list(copy.createQuery(kind).filter('ref', ref))).toHaveLength(2);
    }
    await copy.delete(copy.key([kind, 'x']));
    await copy.save({ key: copy.key([kind, 'y']), data: { ref } });
    expect(await list(copy.createQuery(kind).order('ref'))).toHaveLength(1);
    expect(await list(copy.createQuery(kind).filter('ref', ref))).toHaveLength(1);
  }
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

test('forking a namespace of many entities copies none, and a write afterwards a few nodes of one side', async ({
  openClient,
  startTuned,
}) => {
  const { instance, address } = await startTuned();
  const open = (namespace: string): Datastore => openClient({ namespace, apiEndpoint: address });
  const [original, copy] = [open('many'), open('many-too')];
  const names = Array.from({ length: 3000 }, (_, at) => `n${at}`);
  await original.save(names.map((name) => ({ key: original.key(['T', name]), data: { n: 1 } })));

  instance.fork({ projectId: PROJECT }, 'many', 'many-too');
  const { database } = instance.open({ projectId: PROJECT, databaseId: '' });
  const forked = database.snapshot();
  expect(forked.namespace('many')!.entities.size).toBe(3000);
  expect(forked.namespace('many-too')).toBe(forked.namespace('many'));

  await copy.save({ key: copy.key(['T', 'n7']), data: { n: 2 } });
  const written = database.snapshot();
  expect(written.namespace('many')).toBe(forked.namespace('many'));
  const before = listNodes(forked.namespace('many')!.entities);
  const after = listNodes(written.namespace('many-too')!.entities);
  const copied = [...after].filter((node) => !before.has(node));
  expect(after.size).toBeGreaterThan(40);
  expect(copied.length).toBeGreaterThan(0);
  expect(copied.length).toBeLessThan(5);

  await original.save({ key: original.key(['T', 'n8']), data: { n: 3 } });
  const read = async (datastore: Datastore): Promise<unknown[]> => {
    const keys = ['n7', 'n8', 'n9'].map((name) => datastore.key(['T', name]));
    const [entities] = await datastore.get(keys);
    const byName = Object.fromEntries(
      entities.map((entity: Entity) => [entity[datastore.KEY].name, entity.n]),
    );
    return [byName.n7, byName.n8, byName.n9];
  };
  expect(await read(original)).toEqual([1, 3, 1]);
  expect(await read(copy)).toEqual([2, 1, 1]);
});

test('entities of kinds that are kept neither come along with a fork nor go', async ({
  openClient,
  embedded,
}) => {
  const original = openClient({ namespace: 'kept-from' });
  const copy = openClient({ namespace: 'kept-to' });
  const save = (datastore: Datastore, kind: string, name: string): Promise<unknown> =>
    datastore.save({ key: datastore.key([kind, name]), data: { name } });
  const list = async (datastore: Datastore): Promise<string[]> => {
    const [own] = await datastore.runQuery(datastore.createQuery('Own').filter('name', '>', ''));
    const [others] = await datastore.runQuery(datastore.createQuery('T'));
    return [...own, ...others].map((entity) => entity[datastore.KEY].name as string);
  };
  await save(original, 'Own', 'of the original');
  await save(original, 'T', 'a');
  await save(copy, 'Own', 'of the copy');
  await save(copy, 'T', 'stale');
  const place = { projectId: PROJECT, keep: ['Own', 'Never'] };
  expect(await embedded.fork({ ...place, from: 'kept-from', to: 'kept-to' })).toBe(1);
  expect(await list(copy)).toEqual(['of the copy', 'a']);
  expect(await list(original)).toEqual(['of the original', 'a']);
  expect(await embedded.drop({ ...place, namespace: 'kept-to' })).toBe(1);
  expect(await list(copy)).toEqual(['of the copy']);
  expect(await embedded.fork({ ...place, from: 'nothing', to: 'kept-from' })).toBe(0);
  expect(await list(original)).toEqual(['of the original']);
});

test('a namespace that cannot be is refused', async ({ embedded }) => {
  await expect(
    embedded.fork({ projectId: PROJECT, from: '', to: 'not a namespace' }),
  ).rejects.toThrow('Illegal string "not a namespace" in namespace id.');
});
