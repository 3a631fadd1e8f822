import { PropertyFilter, type Datastore, type Query } from '@google-cloud/datastore';
import { expect, test } from './client-test.js';

async function fill(datastore: Datastore): Promise<void> {
  const save = (name: string, data: object): object => ({
    key: datastore.key(['Task', name]),
    data,
  });
  await datastore.save([
    save('a', { n: 1, s: 'x', tags: ['red', 'blue'] }),
    save('b', { n: 2, s: 'y', tags: ['red'] }),
    save('c', { n: 2, s: 'x', tags: [] }),
    save('d', { n: 4, tags: ['green', 'apple'] }),
    { key: datastore.key(['Task', 'a', 'Task', 'child']), data: { n: 9 } },
    { key: datastore.key(['Other', 'z']), data: { n: 1 } },
  ]);
}

const namesOf = async (datastore: Datastore, query: Query): Promise<string> => {
  const [found] = await datastore.runQuery(query);
  return found.map((task) => task[datastore.KEY].name).join(' ');
};

const QUERIES: [string, (query: Query, datastore: Datastore) => Query, string][] = [
  ['a kind, in the order of keys', (q) => q, 'a child b c d'],
  ['equality', (q) => q.filter('n', 2), 'b c'],
  ['two equalities', (q) => q.filter('n', 2).filter('s', 'x'), 'c'],
  ['equality with an element of an array', (q) => q.filter('tags', 'red'), 'a b'],
  ['equalities with two elements', (q) => q.filter('tags', 'red').filter('tags', 'blue'), 'a'],
  ['a range', (q) => q.filter('n', '>', 1).filter('n', '<=', 4), 'b c d'],
  ['ascending order', (q) => q.order('n'), 'a b c d child'],
  [
    'descending order, which turns ties too',
    (q) => q.order('n', { descending: true }),
    'child d c b a',
  ],
  ['two orders', (q) => q.order('s').order('n', { descending: true }), 'c a b'],
  ['array order ascending: the smallest element', (q) => q.order('tags'), 'd a b'],
  [
    'array order descending: the largest element',
    (q) => q.order('tags', { descending: true }),
    'b a d',
  ],
  [
    'a range over arrays: one element must lie in it',
    (q) => q.filter('tags', '>', 'c').filter('tags', '<', 'h'),
    'd',
  ],
  [
    'equality and another order',
    (q) => q.filter('tags', 'red').order('n', { descending: true }),
    'b a',
  ],
  ['limit', (q) => q.limit(2), 'a child'],
  ['offset', (q) => q.offset(3), 'c d'],
  ['offset and limit in an order', (q) => q.order('n').offset(1).limit(2), 'b c'],
  ['a property that nothing has', (q) => q.filter('missing', 1), ''],
  ['ancestor', (q, d) => q.hasAncestor(d.key(['Task', 'a'])), 'a child'],
  ['ancestor and equality', (q, d) => q.hasAncestor(d.key(['Task', 'a'])).filter('n', 9), 'child'],
  [
    'an ancestor named twice',
    (q, d) => q.hasAncestor(d.key(['Task', 'a'])).hasAncestor(d.key(['Task', 'a'])),
    'a child',
  ],
  ['key range', (q, d) => q.filter('__key__', '>', d.key(['Task', 'b'])), 'c d'],
  ['key equality', (q, d) => q.filter('__key__', d.key(['Task', 'b'])), 'b'],
  ['keys in descending order', (q) => q.order('__key__', { descending: true }), 'd c b child a'],
  ['IN', (q) => q.filter(new PropertyFilter('n', 'IN', [4, 1])), 'a d'],
  ['NOT_IN', (q) => q.filter(new PropertyFilter('n', 'NOT_IN', [2, 9])), 'a d'],
  ['!=', (q) => q.filter(new PropertyFilter('n', '!=', 2)), 'a d child'],
  ['several inequalities', (q) => q.filter('n', '>', 1).filter('s', '>', 'w'), 'c b'],
];

for (const [what, build, expected] of QUERIES) {
  test(`query: ${what}`, async ({ datastore }) => {
    await fill(datastore);
    const query = build(datastore.createQuery('Task'), datastore);
    expect(await namesOf(datastore, query)).toBe(expected);
    const count = datastore.createAggregationQuery(query).count('count');
    const total = expected === '' ? 0 : expected.split(' ').length;
    expect((await datastore.runAggregationQuery(count))[0]).toEqual([{ count: total }]);
  });
}

test('a query without a kind returns entities of all kinds', async ({ datastore }) => {
  await fill(datastore);
  expect(await namesOf(datastore, datastore.createQuery())).toBe('z a child b c d');
  const below = datastore.createQuery().hasAncestor(datastore.key(['Task', 'a']));
  expect(await namesOf(datastore, below)).toBe('a child');
});

test('a keys-only query returns keys without properties', async ({ datastore }) => {
  await fill(datastore);
  const query = datastore.createQuery('Task').select('__key__').order('n').limit(2);
  const [found] = await datastore.runQuery(query);
  expect(found.map((task) => Object.keys(task))).toEqual([[], []]);
  expect(found.map((task) => task[datastore.KEY].name)).toEqual(['a', 'b']);
});

test('a property that is excluded from indexes is in no filtered or ordered result', async ({
  datastore,
}) => {
  const key = datastore.key(['Task', 'a']);
  await datastore.save({ key, data: { n: 1 }, excludeFromIndexes: ['n'] });
  expect(await namesOf(datastore, datastore.createQuery('Task').filter('n', 1))).toBe('');
  expect(await namesOf(datastore, datastore.createQuery('Task').order('n'))).toBe('');
  expect(await namesOf(datastore, datastore.createQuery('Task'))).toBe('a');
});

test('indexes follow updates and deletes', async ({ datastore }) => {
  const key = datastore.key(['Task', 'a']);
  const byN = (n: number): Promise<string> =>
    namesOf(datastore, datastore.createQuery('Task').filter('n', n));
  await datastore.save({ key, data: { n: 1 } });
  await datastore.save({ key, data: { n: 2 } });
  expect([await byN(1), await byN(2)]).toEqual(['', 'a']);
  await datastore.delete(key);
  expect(await byN(2)).toBe('');
});

test('cursors page through every result once, in any order, while entities are added', async ({
  datastore,
}) => {
  const save = (n: number): object => ({
    key: datastore.key(['Page', n]),
    data: { n: n % 7, even: n % 2 === 0 },
  });
  await datastore.save(Array.from({ length: 50 }, (_, at) => save(at + 1)));
  const queries = [
    () => datastore.createQuery('Page'),
    () => datastore.createQuery('Page').order('n', { descending: true }),
    () => datastore.createQuery('Page').order('n').order('even', { descending: true }),
  ];
  for (const build of queries) {
    const [all] = await datastore.runQuery(build());
    const paged: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 20; page++) {
      const query = build().limit(7);
      if (cursor !== undefined) query.start(cursor);
      const [found, info] = await datastore.runQuery(query);
      paged.push(...found.map((entity) => entity[datastore.KEY].id));
      cursor = info.endCursor;
      if (info.moreResults === datastore.NO_MORE_RESULTS) break;
      expect(info.moreResults).toBe(datastore.MORE_RESULTS_AFTER_LIMIT);
    }
    expect(paged).toEqual(all.map((entity) => entity[datastore.KEY].id));
  }
});

test('an end cursor ends a query, and says that more may follow', async ({ datastore }) => {
  await fill(datastore);
  const [, { endCursor }] = await datastore.runQuery(datastore.createQuery('Task').limit(2));
  const query = datastore.createQuery('Task').end(endCursor!);
  const [found, info] = await datastore.runQuery(query);
  expect(found).toHaveLength(2);
  expect(info.moreResults).toBe(datastore.MORE_RESULTS_AFTER_CURSOR);
});

// https://cloud.google.com/appengine/docs/legacy/standard/python/ndb/queries#cursors: "fetch the same page going backward"
test('a cursor also starts or ends the same query turned round, on its other side', async ({
  datastore,
}) => {
  await fill(datastore);
  const byN = (descending: boolean): Query =>
    datastore
      .createQuery('Task')
      .order('s', { descending })
      .order('n', { descending: !descending });
  expect(await namesOf(datastore, byN(false))).toBe('c a b');
  const [, { endCursor }] = await datastore.runQuery(byN(false).limit(2));
  expect(await namesOf(datastore, byN(false).start(endCursor!))).toBe('b');
  expect(await namesOf(datastore, byN(true).start(endCursor!))).toBe('a c');
  expect(await namesOf(datastore, byN(true).end(endCursor!))).toBe('b');
  const halfTurned = datastore
    .createQuery('Task')
    .order('s', { descending: true })
    .order('n', { descending: true });
  await expect(datastore.runQuery(halfTurned.start(endCursor!))).rejects.toMatchObject({ code: 3 });
});

test('a query that starts where nothing follows ends where it started', async ({ datastore }) => {
  await fill(datastore);
  const [, { endCursor }] = await datastore.runQuery(datastore.createQuery('Task'));
  const [none, info] = await datastore.runQuery(datastore.createQuery('Task').start(endCursor!));
  expect(none).toEqual([]);
  expect(info.endCursor).toBe(endCursor);
  await datastore.save({ key: datastore.key(['Task', 'e']), data: {} });
  expect(await namesOf(datastore, datastore.createQuery('Task').start(info.endCursor!))).toBe('e');
});

test('a cursor of another query, or none at all, is refused', async ({ datastore }) => {
  await fill(datastore);
  const [, { endCursor }] = await datastore.runQuery(datastore.createQuery('Task').limit(2));
  for (const query of [
    datastore.createQuery('Other').start(endCursor!),
    datastore.createQuery('Task').order('n').start(endCursor!),
    datastore.createQuery('Task').start(Buffer.from('nonsense').toString('base64')),
  ]) {
    await expect(datastore.runQuery(query)).rejects.toMatchObject({ code: 3 });
  }
});

test('a large result comes completely', async ({ datastore }) => {
  const blob = Buffer.alloc(200_000);
  for (let batch = 0; batch < 3; batch++) {
    await datastore.save(
      Array.from({ length: 20 }, (_, at) => ({
        key: datastore.key(['Large', batch * 20 + at + 1]),
        data: { blob },
        excludeFromIndexes: ['blob'],
      })),
    );
  }
  const [found] = await datastore.runQuery(datastore.createQuery('Large').offset(3));
  expect(found.map((entity) => Number(entity[datastore.KEY].id))).toEqual(
    Array.from({ length: 57 }, (_, at) => at + 4),
  );
});
