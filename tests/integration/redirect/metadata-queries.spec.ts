import type { Datastore } from '@google-cloud/datastore';
import { runInSession } from '../../../server/redirect/index.js';
import { findGcloud, startDatastoreEmulator } from '../../support/google-emulator.js';
import type { Backend } from '../../support/backend.js';
import { expect, loadDatastore, partitionOf, test as base } from './redirect-test.js';

// Google's classic emulator is the only one that answers metadata queries.
const test = base.extend<object, { backend: Backend }>({
  backend: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const running = process.env.TEST_CLASSIC_DATASTORE_HOST;
      const emulator =
        running === undefined
          ? await startDatastoreEmulator()
          : { address: running, stop: async () => {} };
      await use({ ...emulator, kind: 'firestore' });
      await emulator.stop();
    },
    { scope: 'worker', box: true, timeout: 90_000 },
  ],
});

test.skip(findGcloud() === undefined, 'needs the classic Datastore emulator of gcloud');

const namesOf = (datastore: Datastore, rows: Record<symbol, { path: unknown[] }>[]): unknown[] =>
  rows.map((row) => row[datastore.KEY]!.path.at(-1));

test("__namespace__ lists the app's own namespaces of the session", async ({ redirect }) => {
  expect(redirect.state).toBe('admitted');
  const { Datastore } = loadDatastore('@google-cloud/datastore');
  const datastore = new Datastore();
  const named = new Datastore({ databaseId: 'main' });
  const store = async (client: Datastore, ...namespaces: (string | undefined)[]): Promise<void> => {
    for (const namespace of namespaces) {
      const key = client.key({ ...(namespace && { namespace }), path: ['T', 'x'] });
      await client.save({ key, data: {} });
    }
  };
  await store(datastore, undefined, 'b', 'a.x', 'c');
  await store(named, 'only-in-main');
  await runInSession('w1', () => store(datastore, undefined, 'only-in-w1'));
  const list = async (
    client: Datastore,
    change = (q: ReturnType<Datastore['createQuery']>) => q,
  ) => {
    const [rows] = await client.runQuery(change(client.createQuery('__namespace__')));
    return namesOf(client, rows);
  };
  expect(await list(datastore)).toEqual(['1', 'a.x', 'b', 'c']);
  expect(await list(named)).toEqual(['only-in-main']);
  expect(await runInSession('w1', () => list(datastore))).toEqual(['1', 'only-in-w1']);
  expect(await list(datastore, (query) => query.limit(2))).toEqual(['1', 'a.x']);
  expect(await list(datastore, (query) => query.limit(2).offset(1))).toEqual(['a.x', 'b']);
  const fromB = datastore.key(['__namespace__', 'b']);
  expect(await list(datastore, (query) => query.filter('__key__', '>=', fromB))).toEqual([
    'b',
    'c',
  ]);
  const fromFirst = datastore.key(['__namespace__', 1]);
  expect(await list(datastore, (query) => query.filter('__key__', '>', fromFirst))).toEqual([
    'a.x',
    'b',
    'c',
  ]);
});

test('__kind__ and __property__ list kinds of the app only', async ({ redirect, target }) => {
  const datastore = new (loadDatastore('@google-cloud/datastore').Datastore)();
  const partitionId = partitionOf(target, target.namespace!);
  await redirect.callTarget('commit', {
    mode: 'NON_TRANSACTIONAL',
    mutations: [
      {
        upsert: {
          key: { partitionId, path: [{ kind: 'app-test-session', name: 'token' }] },
          properties: { token: { stringValue: 'x' } },
        },
      },
    ],
  });
  await datastore.save({ key: datastore.key(['Task', 1]), data: { done: true } });
  const [kinds] = await datastore.runQuery(datastore.createQuery('__kind__'));
  expect(namesOf(datastore, kinds)).toEqual(['Task']);
  const [properties] = await datastore.runQuery(datastore.createQuery('__property__'));
  expect(properties.map((row) => row[datastore.KEY].path)).toEqual([
    ['__kind__', 'Task', '__property__', 'done'],
  ]);
});

test('an emulator that mixes databases is found out', async ({ redirect }) => {
  expect(await redirect.selfCheck({ timeoutMs: 10_000 })).toEqual({ mixesDatabases: true });
});
