import { expect, test } from '../../support/server-test.js';

const endpoints = [
  ['POST', 'status'],
  ['GET', 'enter'],
  ['POST', 'finish'],
] as const;

test('spec 4 consistency, 4.1.1, 4.2 check, 4.3.1, 7 not-dev: the endpoints refuse when the server is no longer a development server', async ({
  startServer,
}) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  await server.run(() => void (process.env.NODE_ENV = 'production'));
  for (const [method, name] of endpoints) {
    const { status, json } = await server.request(`/_test/config/${name}`, { method });
    expect([name, status, json.error.code]).toEqual([name, 403, 'NOT_DEV_SERVER']);
    expect(json.error.message).toContain('not in dev mode');
  }
  expect((await server.visit(token)).status).toBe(403);
});

test('spec 4 consistency, 7 not-activated, 3 reset: the endpoints refuse when the process is not activated', async ({
  startServer,
}) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  await server.run(({ session }) => session.reset());
  for (const [method, name] of endpoints) {
    const { status, json } = await server.request(`/_test/config/${name}`, { method });
    expect([name, status, json.error.code]).toEqual([name, 403, 'NOT_ACTIVATED']);
    expect(json.error.message).toContain('activate() was not called');
  }
  const guarded = await server.visit(token);
  expect([guarded.status, guarded.json.error.code]).toEqual([403, 'NOT_ACTIVATED']);
});

test('spec 2.1.4, 3 reset, 4.4 reset: after a reset the application reaches no database at all', async ({
  startServer,
}) => {
  const server = await startServer();
  await server.run(({ session, appTest }) => {
    appTest.registerStatusHook(() => ({ lost: true }));
    session.reset();
  });
  const error = await server
    .run(({ datastore }) => datastore.get(datastore.key(['Visit', 'last'])))
    .catch((reason: Error & { code: string }) => reason);
  expect(error).toMatchObject({ code: 'NOT_ACTIVATED' });
  expect(await server.run(({ session }) => session.isActive() as boolean)).toBe(false);

  await server.run(({ appTest }) => appTest.activate());
  const { status, json } = await server.status();
  expect([status, json.lost]).toEqual([200, undefined]);
});

test('spec 4 consistency, 7 wrong-database: a database client that was moved elsewhere is noticed, naming both databases', async ({
  startServer,
}) => {
  const server = await startServer({ env: { APP_TEST_DATABASE: 'expected-db' } });
  const { token } = (await server.status()).json;
  // Somebody takes our wrapper off the client's prototype.
  await server.run(async () => {
    const { createRequire } = await import('node:module');
    const require = createRequire(`${process.cwd()}/package.json`);
    const { v1 } = require('@google-cloud/datastore') as {
      v1: { DatastoreClient: { prototype: object } };
    };
    Object.assign(v1.DatastoreClient.prototype, { lookup: () => Promise.resolve([{}]) });
  });
  for (const [method, name] of endpoints) {
    const { status, json } = await server.request(`/_test/config/${name}`, { method });
    expect([name, status, json.error.code]).toEqual([name, 403, 'WRONG_DATABASE']);
    expect(json.error.message).toContain('expected-db');
  }
  expect((await server.visit(token)).json.error.code).toBe('WRONG_DATABASE');
});

test('spec 2.1.3, 7 early-token: a token can be recorded only after activation', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'none', env: { APP_TEST: '0' } });
  const error = await server
    .run(({ session }) => session.setToken('x'))
    .catch((reason: Error & { code: string }) => reason);
  expect(error).toMatchObject({ code: 'NOT_ACTIVATED' });
  expect((error as Error).message).toContain('only after activation');
});
