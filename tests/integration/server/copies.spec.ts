import { expect, test } from '../../support/server-test.js';
import { type TestServer, uniqueName } from '../../support/test-server.js';

const tools = async (server: TestServer, token: string, action: string, payload?: object) => {
  const { json } = await server.visit(token, `/_test/data/${action}`, {
    method: 'POST',
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  });
  return json;
};

async function save(server: TestServer, token: string, path: string): Promise<void> {
  expect((await server.visit(token, path, { method: 'POST' })).status).toBe(200);
}

for (const datastore of ['of this process', 'of another process'] as const) {
  test.describe(`on a Datastore ${datastore}`, () => {
    const env =
      datastore === 'of this process'
        ? { DATASTORE_EMULATOR_HOST: undefined, APP_TEST_DATASTORE: 'embedded' }
        : {};

    test('a copy has neither token nor leases of its source, and a restored session keeps its own', async ({
      startServer,
    }) => {
      const server = await startServer({ env });
      const one = (await server.status('?session=w1&lease=run.a')).json.token as string;
      await save(server, one, '/first');
      const two = (await server.status('?session=w2&from=w1&lease=run.b')).json.token as string;
      expect(await tools(server, two, 'snapshot', { name: 's' })).toEqual({ copied: 1 });
      await save(server, two, '/second');
      expect(await tools(server, two, 'restore', { name: 's' })).toEqual({ copied: 1 });
      expect((await server.visit(two)).text).toContain('/first');
      const finished = (await server.finish('?session=w2&lease=run.b')).json;
      expect(finished).toEqual({ finished: true, had_token: true, open_leases: 0 });
      expect((await server.finish('?session=w1&lease=run')).json.open_leases).toBe(0);
    });

    test('a session of the same name that opens again begins empty', async ({ startServer }) => {
      const server = await startServer({ env });
      for (let round = 0; round < 5; round++) {
        const { token } = (await server.status('?session=w1')).json;
        expect((await server.visit(token)).text).toContain('no visit');
        await save(server, token, '/written');
        // Opened again at once: what the last one left may still be on its way out.
        await server.finish('?session=w1');
      }
    });

    test('restoring removes what came later, in namespaces of the app too', async ({
      startServer,
    }) => {
      const server = await startServer({ env });
      const { token } = (await server.status()).json;
      await save(server, token, '/before');
      await tools(server, token, 'snapshot', { name: 's' });
      await server.run(({ datastore }) =>
        datastore.save({ key: datastore.key({ namespace: 'acme', path: ['Tea', 1] }), data: {} }),
      );
      expect((await tools(server, token, 'dump')).entities).toHaveLength(2);
      await tools(server, token, 'restore', { name: 's' });
      expect((await tools(server, token, 'dump')).entities).toHaveLength(1);
    });
  });
}

test('snapshots outlive a restart of the server, and go with their session', async ({
  startServer,
  openDatabase,
}) => {
  const database = uniqueName('db');
  const env = { APP_TEST_DATABASE: database };
  const before = await startServer({ env });
  const { token } = (await before.status('?session=w1')).json;
  await save(before, token, '/kept');
  await tools(before, token, 'snapshot', { name: 's' });
  await tools(before, token, 'reset');
  await before.stop();

  const after = await startServer({ env });
  expect(await tools(after, token, 'restore', { name: 's' })).toEqual({ copied: 1 });
  expect((await after.visit(token)).text).toContain('/kept');
  const held = openDatabase({ database, namespace: '.-s_w1..' });
  const key = held.key(['Visit', 'last']);
  expect((await held.get(key))[0]).toBeDefined();
  await after.finish('?session=w1');
  await expect.poll(async () => (await held.get(key))[0] as unknown).toBeUndefined();
});

test('what a killed server left of ended sessions is removed by the next', async ({
  startServer,
  openDatabase,
}) => {
  const database = uniqueName('db');
  const env = { APP_TEST_DATABASE: database };
  const before = await startServer({ env });
  // A seed that never ends: the server is killed while it fills the baseline.
  await before.run(({ appTest, datastore }) => {
    appTest.registerSeed(async () => {
      await datastore.save({ key: datastore.key(['Tea', 1]), data: {} });
      await new Promise(() => {});
    });
  });
  void before.status('?session=w1').catch(() => undefined);
  const stored = openDatabase({ database, namespace: '.-seeds-1..' });
  const left = async () => (await stored.get(stored.key(['Tea', 1])))[0] as unknown;
  await expect.poll(left, { intervals: [50] }).toBeDefined();
  await before.stop();
  await startServer({ env });
  await expect.poll(left, { intervals: [50] }).toBeUndefined();
});
