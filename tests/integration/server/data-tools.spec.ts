import { expect, test } from '../../support/server-test.js';
import { uniqueName } from '../../support/test-server.js';
import type { TestServer } from '../../support/test-server.js';

async function call(server: TestServer, token: string, action: string, payload?: object) {
  const { status, json } = await server.visit(token, `/_test/data/${action}`, {
    method: 'POST',
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  });
  return { status, json };
}

/** Registers a seed that writes through the application's own client, in two namespaces. */
function registerShelf(server: TestServer) {
  return server.run(({ appTest, datastore }) => {
    appTest.registerSeed('shelf', async ({ teas }: { teas: number }) => {
      const keys = Array.from({ length: teas }, (_, index) => datastore.key(['Tea', index + 1]));
      await datastore.save(
        keys.map((key, index) => ({ key, data: { price: index, next: keys[0] } })),
      );
      const key = datastore.key({ namespace: 'acme', path: ['Tea', 'partner'] });
      await datastore.save({ key, data: { price: 5 } });
      return teas;
    });
  });
}

test('seed, dump, snapshot, restore and reset work on the session of the cookie', async ({
  startServer,
}) => {
  const server = await startServer();
  await registerShelf(server);
  const one = (await server.status('?session=w1')).json.token as string;
  const two = (await server.status('?session=w2')).json.token as string;
  expect((await call(server, one, 'seed', { name: 'shelf', input: { teas: 3 } })).json).toEqual({
    result: 3,
  });

  const before = (await call(server, one, 'dump')).json;
  expect(before.truncated).toBe(false);
  expect(before.entities).toHaveLength(4);
  expect(before.entities).toContainEqual({
    path: ['Tea', 2],
    properties: { price: 1, next: { key: ['Tea', 1] } },
  });
  expect(before.entities).toContainEqual({
    path: ['Tea', 'partner'],
    namespace: 'acme',
    properties: { price: 5 },
  });
  expect((await call(server, two, 'dump')).json.entities).toEqual([]);

  expect((await call(server, one, 'snapshot', { name: 'full' })).json).toEqual({ copied: 4 });
  expect((await call(server, one, 'reset')).json).toEqual({ deleted: 4 });
  expect((await call(server, one, 'dump')).json.entities).toEqual([]);
  expect((await call(server, one, 'restore', { name: 'full' })).json).toEqual({ copied: 4 });
  expect((await call(server, one, 'dump')).json).toEqual(before);
  expect((await call(server, two, 'dump')).json.entities).toEqual([]);
});

test('the snapshots of a session end with it, the server’s own included', async ({
  startServer,
}) => {
  const server = await startServer();
  await registerShelf(server);
  for (const query of ['', '?session=w1']) {
    const open = async (): Promise<string> => (await server.status(query)).json.token;
    const token = await open();
    await call(server, token, 'seed', { name: 'shelf', input: { teas: 1 } });
    expect((await call(server, token, 'snapshot', { name: 'kept' })).json).toEqual({ copied: 2 });
    await server.finish(query);
    const { status, json } = await call(server, await open(), 'restore', { name: 'kept' });
    expect([query, status, json.error?.code]).toEqual([query, 404, 'ACTION_NOT_FOUND']);
  }
});

test('a restored key leads to the session itself, not to the snapshot', async ({ startServer }) => {
  const server = await startServer();
  await registerShelf(server);
  const { token } = (await server.status()).json;
  await call(server, token, 'seed', { name: 'shelf', input: { teas: 2 } });
  await call(server, token, 'snapshot', { name: 'full' });
  await call(server, token, 'restore', { name: 'full' });
  const followed = await server.run(async ({ datastore }) => {
    const [tea] = await datastore.get(datastore.key(['Tea', 2]));
    const [next] = await datastore.get(tea.next);
    return next.price as number;
  });
  expect(followed).toBe(0);
});

test('reset keeps the session itself, and a batch larger than a commit', async ({
  startServer,
}) => {
  const server = await startServer();
  await registerShelf(server);
  const { token } = (await server.status()).json;
  for (let start = 0; start < 3; start++) {
    await server.run(async ({ datastore }, offset) => {
      const entities = Array.from({ length: 400 }, (_, index) => ({
        key: datastore.key(['Many', offset * 400 + index + 1]),
        data: {},
      }));
      await datastore.save(entities);
    }, start);
  }
  expect((await call(server, token, 'dump')).json.truncated).toBe(true);
  expect((await call(server, token, 'reset')).json).toEqual({ deleted: 1200 });
  expect((await server.finish()).json.had_token).toBe(true);
});

test('the data of an ended named session is removed', async ({ startServer, openDatabase }) => {
  const database = uniqueName('db');
  const server = await startServer({ env: { APP_TEST_DATABASE: database } });
  await registerShelf(server);
  const { token } = (await server.status('?session=w1')).json;
  await call(server, token, 'seed', { name: 'shelf', input: { teas: 2 } });
  await server.finish('?session=w1');
  const stored = openDatabase({ database, namespace: '.w1..acme' });
  const left = async () => (await stored.get(stored.key(['Tea', 'partner'])))[0] as unknown;
  await expect.poll(left, { intervals: [50] }).toBeUndefined();
});

test('a restarted server knows every namespace that a session has written to', async ({
  startServer,
  openDatabase,
}) => {
  const database = uniqueName('db');
  const env = { APP_TEST_DATABASE: database };
  const before = await startServer({ env });
  await registerShelf(before);
  const { token } = (await before.status('?session=w1')).json;
  await call(before, token, 'seed', { name: 'shelf', input: { teas: 2 } });
  const copy = (await before.status('?session=w2&from=w1')).json.token as string;
  await before.stop();

  const after = await startServer({ env });
  expect((await call(after, token, 'dump')).json.entities).toHaveLength(3);
  expect((await call(after, copy, 'reset')).json).toEqual({ deleted: 3 });
  expect((await call(after, token, 'dump')).json.entities).toHaveLength(3);
  await after.finish('?session=w1');
  const stored = openDatabase({ database, namespace: '.w1..acme' });
  const left = async () => (await stored.get(stored.key(['Tea', 'partner'])))[0] as unknown;
  await expect.poll(left, { intervals: [50] }).toBeUndefined();
});

test('data tools need the token, and bad calls are answered', async ({ startServer }) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  expect((await server.request('/_test/data/reset', { method: 'POST' })).status).toBe(403);
  for (const [action, payload, code] of [
    ['seed', { name: 'missing' }, 'ACTION_NOT_FOUND'],
    ['seed', {}, 'PAYLOAD_INVALID'],
    ['snapshot', undefined, 'PAYLOAD_INVALID'],
    ['snapshot', { name: 'a/b' }, 'NAME_INVALID'],
    ['restore', { name: 'never' }, 'ACTION_NOT_FOUND'],
  ] as const) {
    const { json } = await call(server, token, action, payload);
    expect([action, json.error.code]).toEqual([action, code]);
  }
});

test('a session that is opened from another begins with a copy of its data', async ({
  startServer,
}) => {
  const server = await startServer();
  await registerShelf(server);
  const one = (await server.status('?session=w1&lease=run.w1')).json.token as string;
  await call(server, one, 'seed', { name: 'shelf', input: { teas: 2 } });
  const before = (await call(server, one, 'dump')).json;

  const two = (await server.status('?session=w1-t1&from=w1&lease=run.w1')).json.token as string;
  expect((await call(server, two, 'dump')).json).toEqual(before);
  await call(server, two, 'reset');
  // One that is open already keeps what it has.
  await server.status('?session=w1-t1&from=w1&lease=run.w1');
  expect((await call(server, two, 'dump')).json.entities).toEqual([]);
  expect((await call(server, one, 'dump')).json).toEqual(before);
});

test('a session is opened from an open one only', async ({ startServer }) => {
  const server = await startServer();
  const refused = await server.status('?session=w1&from=never');
  expect([refused.status, refused.json.error.code]).toEqual([404, 'NOT_FOUND']);
  for (const query of ['?session=w1&from=', '?session=w1&from=A', '?session=w1&from=a&from=b']) {
    expect((await server.status(query)).json.error.code).toBe('NAME_INVALID');
  }
  expect((await server.finish('?session=w1')).json.had_token).toBe(false);
});
