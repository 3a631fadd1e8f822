import { PropertyFilter, type Datastore, type Query } from '@google-cloud/datastore';
import { expect, test } from './client-test.js';

async function listIndexes(datastore: Datastore, query: Query): Promise<unknown> {
  const [, info] = await datastore.runQuery(query, { explainOptions: { analyze: false } });
  return info.explainMetrics?.planSummary?.indexesUsed;
}

test('only an ancestor makes the scope of an index that of ancestors', async ({ datastore }) => {
  const key = datastore.key(['T', 'a']);
  const byKey = datastore.createQuery('T').filter(new PropertyFilter('__key__', '>', key));
  expect(await listIndexes(datastore, byKey)).toEqual([
    { properties: '(__name__ ASC)', query_scope: 'Collection group' },
  ]);
  const below = datastore.createQuery('T').hasAncestor(key);
  expect(await listIndexes(datastore, below)).toEqual([
    { properties: '(__name__ ASC)', query_scope: 'Includes ancestors' },
  ]);
});

test('an index that several alternatives use is named once', async ({ datastore }) => {
  const query = datastore.createQuery('T').filter(new PropertyFilter('n', 'IN', [1, 2]));
  expect(await listIndexes(datastore, query)).toEqual([
    { properties: '(n ASC, __name__ ASC)', query_scope: 'Collection group' },
  ]);
});

test('aggregations read index entries and no entities', async ({ datastore }) => {
  const entities = [1, 2, 3].map((n) => ({ key: datastore.key(['T', n]), data: { n: [n, -n] } }));
  await datastore.save(entities);
  const query = datastore.createQuery('T');
  for (const aggregate of [
    datastore.createAggregationQuery(query).count('count'),
    datastore.createAggregationQuery(query).sum('n', 'sum'),
  ]) {
    const [, info] = await datastore.runAggregationQuery(aggregate, {
      explainOptions: { analyze: true },
    });
    expect(info.explainMetrics?.executionStats).toMatchObject({
      resultsReturned: 1,
      debugStats: {
        documents_scanned: '0',
        index_entries_scanned: '3',
        billing_details: {
          documents_billable: '0',
          index_entries_billable: '3',
          small_ops: '0',
        },
      },
    });
  }
});

test('equalities alone merge the built-in index of each', async ({ datastore }) => {
  const query = datastore
    .createQuery('T')
    .filter(new PropertyFilter('b', '=', 1))
    .filter(new PropertyFilter('a', '=', 1));
  expect(await listIndexes(datastore, query)).toEqual([
    { properties: '(a ASC, __name__ ASC)', query_scope: 'Collection group' },
    { properties: '(b ASC, __name__ ASC)', query_scope: 'Collection group' },
  ]);
  expect(await listIndexes(datastore, query.order('c'))).toEqual([
    { properties: '(a ASC, b ASC, c ASC, __name__ ASC)', query_scope: 'Collection group' },
  ]);
});

test('what an offset skips is read, and paid for', async ({ datastore }) => {
  const keys = Array.from({ length: 9 }, (_, at) => datastore.key(['T', at + 1]));
  await datastore.save(keys.map((key) => ({ key, data: {} })));
  const query = datastore.createQuery('T').offset(5).limit(3);
  const [, info] = await datastore.runQuery(query, { explainOptions: { analyze: true } });
  expect(info.explainMetrics?.executionStats).toMatchObject({
    resultsReturned: 3,
    readOperations: 8,
    debugStats: { documents_scanned: '8', billing_details: { documents_billable: '8' } },
  });
});

test('an aggregation is one read for each thousand index entries', async ({ datastore }) => {
  const keys = Array.from({ length: 1001 }, (_, at) => datastore.key(['T', at + 1]));
  for (let at = 0; at < keys.length; at += 500) {
    await datastore.save(keys.slice(at, at + 500).map((key) => ({ key, data: {} })));
  }
  const countReads = async (most: number): Promise<unknown> => {
    const query = datastore.createAggregationQuery(datastore.createQuery('T').limit(most));
    const options = { explainOptions: { analyze: true } };
    const [, info] = await datastore.runAggregationQuery(query.count('n'), options);
    return info.explainMetrics?.executionStats?.readOperations;
  };
  expect(await countReads(1000)).toBe(1);
  expect(await countReads(1001)).toBe(2);
});
