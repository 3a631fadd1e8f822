import { or, PropertyFilter, type Datastore, type Query } from '@google-cloud/datastore';
import { expect, test } from './client-test.js';

async function fill(datastore: Datastore, entities: Record<string, object>): Promise<void> {
  await datastore.save(
    Object.entries(entities).map(([name, data]) => ({ key: datastore.key(['K', name]), data })),
  );
}

const GROUPS = { a: { x: 1 }, b: { x: 1 }, c: { x: 2 }, e: { x: 2 }, f: { x: 3 } };

const byX = (datastore: Datastore, descending = false): Query =>
  datastore.createQuery('K').select('x').groupBy('x').order('x', { descending });

async function namesOf(datastore: Datastore, query: Query): Promise<string> {
  const [found] = await datastore.runQuery(query);
  return found.map((entity) => entity[datastore.KEY].name).join(' ');
}

async function page(datastore: Datastore, build: () => Query): Promise<string> {
  const names: string[] = [];
  let query = build().limit(1);
  for (;;) {
    const [found, { endCursor }] = await datastore.runQuery(query);
    if (found.length === 0) return names.join(' ');
    names.push(...found.map((entity) => entity[datastore.KEY].name));
    query = build().limit(1).start(endCursor!);
  }
}

test('cursors page through every group once', async ({ datastore }) => {
  await fill(datastore, GROUPS);
  expect(await page(datastore, () => byX(datastore))).toBe('a c f');
  expect(await page(datastore, () => byX(datastore, true))).toBe('f e b');
  expect(await page(datastore, () => byX(datastore).order('__key__'))).toBe('a c f');
});

test('offsets and counts after a cursor leave out the group that it stands in', async ({
  datastore,
}) => {
  await fill(datastore, GROUPS);
  const [, { endCursor }] = await datastore.runQuery(byX(datastore).limit(1));
  const rest = (): Query => byX(datastore).start(endCursor!);
  expect(await namesOf(datastore, rest().offset(1))).toBe('f');
  const count = datastore.createAggregationQuery(rest()).count('n');
  expect((await datastore.runAggregationQuery(count))[0]).toEqual([{ n: 2 }]);
});

test('a group that more than one batch holds is one result', async ({ datastore }) => {
  const entities = Array.from({ length: 21_000 }, (_, at) => ({
    key: datastore.key(['K', at + 1]),
    data: { x: at >> 1 },
  }));
  for (let at = 0; at < entities.length; at += 500) {
    await datastore.save(entities.slice(at, at + 500));
  }
  const [found] = await datastore.runQuery(byX(datastore));
  expect(found).toHaveLength(10_500);
});

test('an order by key comes after all groups', async ({ datastore }) => {
  await fill(datastore, GROUPS);
  const query = (...groups: string[]): Query => datastore.createQuery('K').groupBy(groups);
  for (const early of [
    query('x').order('__key__'),
    query('x').order('__key__').order('x'),
    query('x', 'y').order('x').order('__key__'),
  ]) {
    await expect(datastore.runQuery(early)).rejects.toMatchObject({
      code: 3,
      details: 'All group by properties must be ordered before any non group by properties.',
    });
  }
  expect(await namesOf(datastore, query('x').order('x').order('__key__'))).toBe('a c f');
});

const EQUALITIES: [string, (query: Query) => Query][] = [
  ['an equality', (q) => q.filter(new PropertyFilter('x', '=', 1))],
  ['IN', (q) => q.filter(new PropertyFilter('x', 'IN', [1, 2]))],
  [
    'an alternative',
    (q) => q.filter(or([new PropertyFilter('x', '=', 1), new PropertyFilter('z', '>', 1)])),
  ],
  [
    'an equality, which is told before a wrong order',
    (q) => q.filter(new PropertyFilter('x', '=', 1)).order('z'),
  ],
];

for (const [what, build] of EQUALITIES) {
  test(`groups of a property are refused beside its filter: ${what}`, async ({ datastore }) => {
    const query = build(datastore.createQuery('K').groupBy('x'));
    await expect(datastore.runQuery(query)).rejects.toMatchObject({
      code: 3,
      details: 'Cannot use group by on a property with an equality filter.',
    });
  });
}

test('inequalities, and equalities of other properties, go with groups', async ({ datastore }) => {
  await fill(datastore, { a: { x: 1, z: 1 }, b: { x: 2, z: 1 }, c: { x: 2, z: 1 } });
  const query = datastore
    .createQuery('K')
    .groupBy('x')
    .filter(new PropertyFilter('z', '=', 1))
    .filter(new PropertyFilter('x', '>', 1));
  expect(await namesOf(datastore, query)).toBe('b');
});

test('a property that is grouped by twice is refused', async ({ datastore }) => {
  const query = datastore.createQuery('K').groupBy(['x', 'x']).order('x').order('z');
  await expect(datastore.runQuery(query)).rejects.toMatchObject({
    code: 3,
    details: 'Cannot group by a property multiple times.',
  });
});

test('groups come in the order in which they are written, projections by name', async ({
  datastore,
}) => {
  await fill(datastore, {
    a: { x: 1, y: 2 },
    b: { x: 2, y: 1 },
    c: { x: 1, y: 1 },
    e: { x: 2, y: 1 },
  });
  const query = (): Query => datastore.createQuery('K');
  expect(await namesOf(datastore, query().groupBy(['y', 'x']))).toBe('c b a');
  expect(await namesOf(datastore, query().groupBy(['x', 'y']))).toBe('c a b');
  expect(await namesOf(datastore, query().groupBy(['y', 'x']).order('x'))).toBe('c a b');
  expect(await namesOf(datastore, query().select(['y', 'x']))).toBe('c a b e');
  expect(await page(datastore, () => query().groupBy(['y', 'x']))).toBe('c b a');
});
