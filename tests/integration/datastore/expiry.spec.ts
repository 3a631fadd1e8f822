import type { Datastore } from '@google-cloud/datastore';
import { Clock } from '../../../datastore/storage/clock.js';
import { expect, test as base } from './tuned-test.js';

interface Timed {
  datastore: Datastore;
  /** Lets time pass. */
  pass(seconds: number): void;
  /** Milliseconds since 1970. */
  now(): number;
  begin(): Promise<ReturnType<Datastore['transaction']>>;
}

const test = base.extend<{ timed: Timed }>({
  timed: async ({ startTuned, openClient }, use) => {
    let now = Date.now() * 1000;
    const { address } = await startTuned({ clock: new Clock(() => now) });
    const datastore = openClient({ apiEndpoint: address });
    await use({
      datastore,
      pass: (seconds) => (now += seconds * 1_000_000),
      now: () => now / 1000,
      begin: async () => {
        const transaction = datastore.transaction();
        await transaction.run();
        return transaction;
      },
    });
  },
});

const CLOSED = { code: 3, message: expect.stringContaining('Transaction is invalid or closed.') };

test('a transaction without a request for 60 seconds is over', async ({ timed }) => {
  const key = timed.datastore.key(['T', 'a']);
  const [idle, committing] = [await timed.begin(), await timed.begin()];
  timed.pass(59);
  await idle.get(key);
  timed.pass(59);
  await idle.get(key);
  timed.pass(61);
  await expect(idle.get(key)).rejects.toMatchObject(CLOSED);
  committing.save({ key, data: {} });
  await expect(committing.commit()).rejects.toMatchObject(CLOSED);
  expect((await timed.datastore.get(key))[0]).toBeUndefined();
});

test('a transaction is over after 270 seconds, however busy it is', async ({ timed }) => {
  const transaction = await timed.begin();
  const key = timed.datastore.key(['T', 'a']);
  for (let seconds = 50; seconds <= 250; seconds += 50) {
    timed.pass(50);
    await transaction.get(key);
  }
  timed.pass(21);
  await expect(transaction.get(key)).rejects.toMatchObject(CLOSED);
});

test('reads of the past go back one hour', async ({ timed }) => {
  const key = timed.datastore.key(['T', 'a']);
  await timed.datastore.save({ key, data: { n: 1 } });
  timed.pass(1);
  const readTime = timed.now();
  timed.pass(1);
  await timed.datastore.save({ key, data: { n: 2 } });
  timed.pass(3590);
  expect((await timed.datastore.get(key, { readTime }))[0]).toMatchObject({ n: 1 });
  timed.pass(20);
  await expect(timed.datastore.get(key, { readTime })).rejects.toMatchObject({ code: 9 });
});
