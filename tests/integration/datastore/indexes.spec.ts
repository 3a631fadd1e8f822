import {
  AggregateField,
  and,
  or,
  PropertyFilter,
  type Datastore,
  type Query,
} from '@google-cloud/datastore';
import { expect, test } from './index-test.js';

type Build = (query: Query, datastore: Datastore) => Query;

// https://cloud.google.com/datastore/docs/concepts/indexes, "Built-in indexes" and "Composite indexes"
const BUILT_IN: [string, Build][] = [
  ['a kind alone', (q) => q],
  ['one equality', (q) => q.filter('done', false)],
  ['several equalities', (q) => q.filter('done', false).filter('type', 'x').filter('n', 1)],
  ['an ancestor', (q, d) => q.hasAncestor(d.key(['List', 'l']))],
  [
    'an ancestor and equalities',
    (q, d) =>
      q
        .hasAncestor(d.key(['List', 'l']))
        .filter('done', false)
        .filter('n', 1),
  ],
  ['an inequality', (q) => q.filter('n', '>', 1).filter('n', '<', 9)],
  ['!=', (q) => q.filter(new PropertyFilter('n', '!=', 1))],
  ['NOT_IN', (q) => q.filter(new PropertyFilter('n', 'NOT_IN', [1, 2]))],
  ['IN', (q) => q.filter(new PropertyFilter('n', 'IN', [1, 2])).filter('done', true)],
  [
    'OR of equalities',
    (q) => q.filter(or([new PropertyFilter('n', '=', 1), new PropertyFilter('done', '=', true)])),
  ],
  [
    'equalities and an inequality on keys',
    (q, d) => q.filter('done', true).filter('__key__', '>', d.key(['Task', 'a'])),
  ],
  ['one order', (q) => q.order('n')],
  ['one descending order', (q) => q.order('n', { descending: true })],
  ['an inequality and its order', (q) => q.filter('n', '>', 1).order('n', { descending: true })],
  ['keys only', (q) => q.select('__key__').filter('n', '>', 1)],
  ['a projection of one property', (q) => q.select('n')],
  ['an order by a property with an equality', (q) => q.filter('n', 1).order('n')],
  [
    'one key, whatever else',
    (q, d) =>
      q
        .filter('__key__', d.key(['Task', 'a']))
        .filter('n', '>', 1)
        .order('n')
        .order('type'),
  ],
];

for (const [what, build] of BUILT_IN) {
  test(`${what}: no composite index is needed`, async ({ files, startWith }) => {
    const indexes = files.write('index.yaml', 'indexes: []\n');
    const datastore = await startWith({ indexes });
    await datastore.runQuery(build(datastore.createQuery('Task'), datastore));
  });
}

const TWO = '  - name: done\n  - name: n\n';

// The same pages. [what, query, the index that is needed]
const COMPOSITE: [string, Build, string][] = [
  ['an equality and an inequality', (q) => q.filter('done', true).filter('n', '>', 1), TWO],
  ['an equality and an order', (q) => q.filter('done', true).order('n'), TWO],
  [
    'an equality and a descending order',
    (q) => q.filter('done', true).order('n', { descending: true }),
    `${TWO}    direction: desc\n`,
  ],
  ['two orders', (q) => q.order('done').order('n'), TWO],
  [
    'orders, each in its direction',
    (q) => q.order('done').order('n', { descending: true }),
    `${TWO}    direction: desc\n`,
  ],
  ['inequalities on two properties', (q) => q.filter('n', '>', 1).filter('done', '>', false), TWO],
  [
    'an inequality after another order',
    (q) => q.filter('done', '>', false).order('n'),
    '  - name: n\n  - name: done\n',
  ],
  ['a projection of two properties', (q) => q.select(['n', 'done']), TWO],
  ['a projection and an equality', (q) => q.select('n').filter('done', true), TWO],
  ['distinct values of two properties', (q) => q.select(['n', 'done']).groupBy(['n', 'done']), TWO],
  [
    'keys in descending order',
    (q) => q.order('__key__', { descending: true }),
    '  - name: __key__\n    direction: desc\n',
  ],
  [
    'keys against the order before them',
    (q) => q.order('n').order('__key__', { descending: true }),
    '  - name: n\n  - name: __key__\n    direction: desc\n',
  ],
  ['IN and an order', (q) => q.filter(new PropertyFilter('done', 'IN', [1, 2])).order('n'), TWO],
  [
    'an alternative that lacks the inequality of the other',
    (q) => q.filter(or([new PropertyFilter('done', '=', true), new PropertyFilter('n', '>', 1)])),
    TWO,
  ],
  [
    'equalities in alphabetical order',
    (q) => q.filter('n', 1).filter('done', true).order('z'),
    `${TWO}  - name: z\n`,
  ],
  [
    'a name that YAML would take for something else',
    (q) => q.filter('yes', 1).order('a: b'),
    '  - name: "yes"\n  - name: "a: b"\n',
  ],
];

for (const [what, build, properties] of COMPOSITE) {
  test(`${what}: refused without the composite index, answered with it`, async ({
    files,
    startWith,
  }) => {
    const none = await startWith({ indexes: files.write('none.yaml', 'indexes:\n') });
    const index = `- kind: Task\n  properties:\n${properties}`;
    await expect(none.runQuery(build(none.createQuery('Task'), none))).rejects.toMatchObject({
      code: 9,
      details: `no matching index found. recommended index is:\n${index}`,
    });
    const counted = none.createAggregationQuery(build(none.createQuery('Task'), none)).count('n');
    await expect(none.runAggregationQuery(counted)).rejects.toMatchObject({ code: 9 });

    const indexes = files.write('index.yaml', `indexes:\n${index}`);
    const datastore = await startWith({ indexes });
    await datastore.runQuery(build(datastore.createQuery('Task'), datastore));
  });
}

test('an ancestor with an order needs an index with ancestor: yes', async ({
  files,
  startWith,
}) => {
  const build = (datastore: Datastore): Query =>
    datastore
      .createQuery('Task')
      .hasAncestor(datastore.key(['List', 'l']))
      .order('n');
  const index = '- kind: Task\n  ancestor: yes\n  properties:\n  - name: n\n';
  const without = files.write('without.yaml', `indexes:\n${index.replace('yes', 'no')}`);
  const datastore = await startWith({ indexes: without });
  await expect(datastore.runQuery(build(datastore))).rejects.toMatchObject({
    code: 9,
    details: `no matching index found. recommended index is:\n${index}`,
  });
  const complete = await startWith({ indexes: files.write('index.yaml', `indexes:\n${index}`) });
  await complete.runQuery(build(complete));
  // An index for ancestors has no entries of its own for a query without one.
  await expect(
    complete.runQuery(complete.createQuery('Task').filter('n', 1).order('m')),
  ).rejects.toMatchObject({ code: 9 });
});

// https://cloud.google.com/datastore/docs/concepts/optimize-indexes: indexes with the same order are merged
test('equalities are served by several indexes that share the order', async ({
  files,
  startWith,
}) => {
  const index = (...names: string[]): string =>
    `- kind: Photo\n  properties:\n${names.map((name) => `  - name: ${name}\n`).join('')}    direction: desc\n`;
  const indexes = files.write(
    'index.yaml',
    `indexes:\n${index('owner', 'date')}${index('size', 'date')}${index('tag', 'size')}`,
  );
  const datastore = await startWith({ indexes });
  const photos = (): Query => datastore.createQuery('Photo').order('date', { descending: true });
  await datastore.runQuery(photos().filter('owner', 'a').filter('size', 1));
  await datastore.runQuery(photos().filter('size', 1));
  await expect(
    datastore.runQuery(photos().filter('owner', 'a').filter('tag', 't')),
  ).rejects.toMatchObject({ code: 9 });
  await expect(
    datastore.runQuery(datastore.createQuery('Photo').order('date').filter('owner', 'a')),
  ).rejects.toMatchObject({ code: 9 });
});

test('a sum needs an index that has what is added up beside the filters', async ({
  files,
  startWith,
}) => {
  const datastore = await startWith({ indexes: files.write('index.yaml', '') });
  const sum = (query: Query): Promise<unknown> =>
    datastore.runAggregationQuery(
      datastore.createAggregationQuery(query).addAggregation(AggregateField.sum('n')),
    );
  await sum(datastore.createQuery('Task'));
  await sum(datastore.createQuery('Task').filter('n', '>', 3));
  await expect(sum(datastore.createQuery('Task').filter('done', true))).rejects.toMatchObject({
    details: `no matching index found. recommended index is:\n- kind: Task\n  properties:\n${TWO}`,
  });
});

test('every missing index of alternatives is named, each once', async ({ files, startWith }) => {
  const datastore = await startWith({ indexes: files.write('index.yaml', 'indexes: []') });
  const query = datastore
    .createQuery('Task')
    .filter(
      or([
        new PropertyFilter('a', 'IN', [1, 2]),
        and([new PropertyFilter('a', '=', 3), new PropertyFilter('b', '=', 1)]),
      ]),
    )
    .order('n');
  await expect(datastore.runQuery(query)).rejects.toMatchObject({
    details:
      'no matching index found. recommended index is:\n' +
      '- kind: Task\n  properties:\n  - name: a\n  - name: n\n' +
      '- kind: Task\n  properties:\n  - name: a\n  - name: b\n  - name: n\n',
  });
});

test('explaining a query without running it needs its index too', async ({ files, startWith }) => {
  const datastore = await startWith({ indexes: files.write('index.yaml', '') });
  const query = datastore.createQuery('Task').filter('done', true).order('n');
  await expect(
    datastore.runQuery(query, { explainOptions: { analyze: false } } as never),
  ).rejects.toMatchObject({ code: 9 });
});

test('metadata and queries without a kind need no index', async ({ files, startWith }) => {
  const datastore = await startWith({ indexes: files.write('index.yaml', '') });
  await datastore.runQuery(datastore.createQuery('__kind__').order('__key__'));
  await datastore.runQuery(datastore.createQuery().hasAncestor(datastore.key(['List', 'l'])));
});
