import type { Datastore } from '@google-cloud/datastore';
import { expect, test } from './client-test.js';

const ABORTED = 10;

async function begin(datastore: Datastore): Promise<ReturnType<Datastore['transaction']>> {
  const transaction = datastore.transaction();
  await transaction.run();
  return transaction;
}

test('a transaction applies all of its mutations or none', async ({ datastore }) => {
  const [a, b] = [datastore.key(['Account', 'a']), datastore.key(['Account', 'b'])];
  await datastore.save({ key: b, data: { n: 1 } });
  const transaction = await begin(datastore);
  transaction.save({ key: a, data: { n: 1 } });
  transaction.insert({ key: b, data: { n: 2 } });
  await expect(transaction.commit()).rejects.toMatchObject({ code: 6 });
  expect((await datastore.get(a))[0]).toBeUndefined();
});

test('a transaction reads the state at its beginning, and not its own writes', async ({
  datastore,
}) => {
  const key = datastore.key(['Account', 'a']);
  await datastore.save({ key, data: { n: 1 } });
  const transaction = await begin(datastore);
  await datastore.save({ key, data: { n: 2 } });
  transaction.save({ key, data: { n: 3 } });
  expect((await transaction.get(key))[0]).toMatchObject({ n: 1 });
  const [found] = await transaction.runQuery(transaction.createQuery('Account'));
  expect(found).toMatchObject([{ n: 1 }]);
  await transaction.rollback();
});

test('of two transactions that read and write the same entity the second is aborted', async ({
  datastore,
}) => {
  const key = datastore.key(['Account', 'a']);
  await datastore.save({ key, data: { n: 0 } });
  const transactions = [await begin(datastore), await begin(datastore)];
  for (const transaction of transactions) {
    const [account] = await transaction.get(key);
    transaction.save({ key, data: { n: account.n + 1 } });
  }
  await transactions[0]!.commit();
  await expect(transactions[1]!.commit()).rejects.toMatchObject({ code: ABORTED });
  expect((await datastore.get(key))[0]).toMatchObject({ n: 1 });
});

test('an entity that was missing when it was read counts as read', async ({ datastore }) => {
  const key = datastore.key(['Account', 'new']);
  const transaction = await begin(datastore);
  expect((await transaction.get(key))[0]).toBeUndefined();
  await datastore.save({ key, data: { n: 1 } });
  transaction.save({ key: datastore.key(['Account', 'other']), data: { n: 1 } });
  await expect(transaction.commit()).rejects.toMatchObject({ code: ABORTED });
});

test('a query that would find something else aborts its transaction; other changes do not', async ({
  datastore,
}) => {
  const save = (name: string, n: number): Promise<unknown> =>
    datastore.save({ key: datastore.key(['Account', name]), data: { n } });
  await save('a', 1);
  const query = datastore.createQuery('Account').filter('n', 1);
  const touch = datastore.key(['Touched', 't']);

  const untouched = await begin(datastore);
  await untouched.runQuery(query);
  await save('b', 2);
  untouched.save({ key: touch, data: {} });
  await untouched.commit();

  const stale = await begin(datastore);
  await stale.runQuery(query);
  await save('c', 1);
  stale.save({ key: touch, data: {} });
  await expect(stale.commit()).rejects.toMatchObject({ code: ABORTED });
});

test('an aggregation counts as read to its last result', async ({ datastore }) => {
  const count = 10_500;
  for (let from = 0; from < count; from += 500) {
    const keys = Array.from({ length: 500 }, (_, at) => datastore.key(['Many', from + at + 1]));
    await datastore.save(keys.map((key) => ({ key, data: {} })));
  }
  const transaction = await begin(datastore);
  const aggregation = transaction.createAggregationQuery(transaction.createQuery('Many'));
  const [[found]] = await transaction.runAggregationQuery(aggregation.count('count'));
  expect(found.count).toBe(count);
  await datastore.save({ key: datastore.key(['Many', count + 1]), data: {} });
  transaction.save({ key: datastore.key(['Touched', 't']), data: {} });
  await expect(transaction.commit()).rejects.toMatchObject({ code: ABORTED });
});

test('abandoned transactions block nobody', async ({ datastore }) => {
  const key = datastore.key(['Account', 'a']);
  await datastore.save({ key, data: { n: 1 } });
  for (let at = 0; at < 20; at++) await (await begin(datastore)).get(key);
  await datastore.save({ key, data: { n: 2 } });
  const transaction = await begin(datastore);
  const [account] = await transaction.get(key);
  transaction.save({ key, data: { n: account.n + 1 } });
  await transaction.commit();
  expect((await datastore.get(key))[0]).toMatchObject({ n: 3 });
});

test('twenty concurrent increments with retries lose none', async ({ datastore }) => {
  const key = datastore.key(['Counter', 'c']);
  await datastore.save({ key, data: { n: 0 } });
  const increment = async (): Promise<void> => {
    for (;;) {
      const transaction = await begin(datastore);
      const [counter] = await transaction.get(key);
      transaction.save({ key, data: { n: counter.n + 1 } });
      try {
        await transaction.commit();
        return;
      } catch (error) {
        if ((error as { code?: number }).code !== ABORTED) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, increment));
  expect((await datastore.get(key))[0]).toMatchObject({ n: 20 });
});

test('a read-only transaction reads, commits nothing and refuses to write', async ({
  datastore,
}) => {
  const key = datastore.key(['Account', 'a']);
  await datastore.save({ key, data: { n: 1 } });
  const reading = datastore.transaction({ readOnly: true });
  await reading.run();
  expect((await reading.get(key))[0]).toMatchObject({ n: 1 });
  await reading.commit();
  const writing = datastore.transaction({ readOnly: true });
  await writing.run();
  writing.save({ key, data: { n: 2 } });
  await expect(writing.commit()).rejects.toMatchObject({ code: 3 });
});

test('a transaction that has ended is refused', async ({ datastore }) => {
  const transaction = await begin(datastore);
  const key = datastore.key(['Account', 'a']);
  await transaction.rollback();
  await expect(transaction.get(key)).rejects.toThrow();
});
