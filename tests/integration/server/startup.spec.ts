import { expect, test } from '../../support/server-test.js';
import { findFreePort } from '../../support/free-port.js';

test('spec 1.1, 7 activate: activate() is refused on a server that is no development server', async ({
  runServer,
}) => {
  for (const env of [
    { NODE_ENV: 'production' },
    { NODE_ENV: undefined },
    { NODE_ENV: 'staging' },
    { K_SERVICE: 'shop' },
    { GAE_ENV: 'standard' },
    { KUBERNETES_SERVICE_HOST: '10.0.0.1' },
  ]) {
    const { code, output } = await runServer({ env });
    expect([env, code]).toEqual([env, 1]);
    expect(output).toContain('NOT_DEV_SERVER');
    expect(output).toContain('not in dev mode');
  }
});

test('a runtime marker that is accepted by name passes, and the banner says so', async ({
  startServer,
}) => {
  const server = await startServer({
    env: { KUBERNETES_SERVICE_HOST: '10.0.0.1', APP_TEST_ALLOW_RUNTIME: 'KUBERNETES_SERVICE_HOST' },
  });
  expect((await server.status()).status).toBe(200);
  expect(server.output).toMatch(/APP_TEST_ALLOW_RUNTIME: KUBERNETES_SERVICE_HOST/);
});

test('the banner names database, namespace and Datastore', async ({ startServer, backend }) => {
  const server = await startServer({ env: { APP_TEST: 'anna', APP_TEST_DATABASE: 'banner-db' } });
  expect(server.output).toContain("database 'banner-db', namespace 'anna', project 'test-project'");
  expect(server.output).toContain(backend.address);
});

test('spec 8 database: the target database is app-tests unless another is named', async ({
  startServer,
}) => {
  const server = await startServer({ env: { APP_TEST_DATABASE: undefined } });
  expect((await server.status()).json.database).toBe('app-tests');
});

test('spec 1.2, 7 roundtrip: boot does not continue on a dead database, and the error says what to do', async ({
  runServer,
}) => {
  const port = await findFreePort();
  const { code, output } = await runServer({
    use: 'activate',
    env: { DATASTORE_EMULATOR_HOST: `127.0.0.1:${port}` },
    options: { timeoutMs: 1500 },
  });
  expect(code).toBe(1);
  expect(output).toContain('DATASTORE_UNREACHABLE');
  expect(output).toContain(`127.0.0.1:${port}`);
});

test('the live database, malformed names and unknown options are refused at startup', async ({
  runServer,
}) => {
  const cases = [
    [{ database: '(default)' }, 'LIVE_DATABASE'],
    [{ database: '' }, 'LIVE_DATABASE'],
    [{ database: 'No_Database' }, 'NAME_INVALID'],
    [{ namespace: 'a.b' }, 'NAME_INVALID'],
    [{ namespace: '__reserved__' }, 'NAME_INVALID'],
    [{ databse: 'x' }, "Did you mean 'database'?"],
    [{ datastore: 'mysql' }, "'embedded' or 'configured'"],
    [{ leaseSeconds: -1 }, 'OPTION_INVALID'],
    [{ modules: '/nowhere/at/all' }, 'OPTION_INVALID'],
    [{ allowedOrigins: ['localhost:3000'] }, 'OPTION_INVALID'],
  ] as const;
  for (const [options, text] of cases) {
    const { code, output } = await runServer({ options, env: { APP_TEST_DATABASE: undefined } });
    expect([options, code]).toEqual([options, 1]);
    expect(output).toContain(text);
  }
  const { output } = await runServer({ use: 'register', env: { APP_TEST: 'no/namespace' } });
  expect(output).toContain("'no/namespace' is not a valid namespace (from APP_TEST)");
});

test('APP_TEST off leaves an ordinary application', async ({ startServer }) => {
  for (const value of [undefined, '', '0', 'OFF', ' false ']) {
    const server = await startServer({ env: { APP_TEST: value } });
    const { status } = await server.request('/');
    expect([value, status]).toEqual([value, 200]);
    expect((await server.status()).headers['content-type']).toContain('text/html');
    expect(server.output).not.toContain('[app-test]');
    await server.stop();
  }
});

test('spec 2.1.1: a second activation with the same triple does nothing', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'activate', env: { APP_TEST_DATABASE: 'same-db' } });
  await server.run(({ appTest }) => appTest.activate());
  await server.run(({ appTest }) =>
    Promise.all([appTest.activate(), appTest.activate({ namespace: '' })]),
  );
  expect((await server.status()).status).toBe(200);
});

test('spec 2.1.2, 7 triple: a second activation with another triple is refused, naming both', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'activate', env: { APP_TEST_DATABASE: 'first-db' } });
  const token = await server.run(({ session }) => session.token() as string);
  for (const options of [
    { database: 'other-db' },
    { namespace: 'other' },
    { projectId: 'other' },
  ]) {
    const error = await server
      .run(({ appTest }, given) => appTest.activate(given), options)
      .catch((reason: Error & { code: string }) => reason);
    expect(error).toMatchObject({ code: 'ACTIVATION_CONFLICT' });
    expect((error as Error).message).toContain("database 'first-db', the default namespace");
    expect((error as Error).message).toMatch(/other/);
  }
  expect(await server.run(({ session }) => session.database() as string)).toBe('first-db');
  expect((await server.visit(token)).status).toBe(200);
});

test('spec 1.3, 7 modules-early: container and configuration module refuse to be made before activation', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'none', env: { APP_TEST: '0' } });
  const error = await server
    .run(({ appTest }) => void appTest.testMode())
    .catch((reason: Error & { code: string }) => reason);
  expect(error).toMatchObject({ code: 'NOT_ACTIVATED' });
  expect((error as Error).message).toContain(
    'activate() must be called at the very top of the main file, before the modules package is imported',
  );
});

test('spec 1.3, 7 modules-not-dev: container and configuration module refuse to be made on a server that is no development server', async ({
  startServer,
}) => {
  const server = await startServer();
  const error = await server
    .run(({ appTest }) => {
      process.env.NODE_ENV = 'production';
      appTest.testMode();
    })
    .catch((reason: Error & { code: string }) => reason);
  expect(error).toMatchObject({ code: 'NOT_DEV_SERVER' });
});

test('activation is refused after an RPC has left the process', async ({ startServer }) => {
  const server = await startServer({ use: 'none', env: { APP_TEST: '0' } });
  expect((await server.request('/')).status).toBe(200);
  const error = await server
    .run(({ appTest }) => appTest.activate())
    .catch((reason: Error & { code: string }) => reason);
  expect(error).toMatchObject({ code: 'RPC_BEFORE_ACTIVATION' });
  expect((await server.request('/')).status).toBe(403);
});

test('requests are refused while activation has not finished, and after it failed', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'none', env: { APP_TEST: '1' } });
  const waiting = await server.request('/');
  expect([waiting.status, waiting.json.error.code]).toEqual([403, 'NOT_ACTIVATED']);
  await server.run(({ appTest }) => appTest.activate({ database: '(default)' }).catch(() => {}));
  expect((await server.request('/')).status).toBe(403);
});

test('node:cluster is refused with the reason', async ({ runServer }) => {
  const { code, output } = await runServer({
    main: new URL('../../support/apps/cluster-app.mjs', import.meta.url).pathname,
  });
  expect(code).toBe(1);
  expect(output).toContain('CLUSTER_UNSUPPORTED');
});

test('the container serves where a router mounts it under its own path', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'none' });
  const port = await server.run(async ({ appTest }) => {
    await appTest.activate();
    const { createRequire } = await import('node:module');
    const express = createRequire(`${process.cwd()}/package.json`)('express');
    const app = express();
    app.use(express.json());
    app.use('/_test', appTest.testMode());
    appTest.registerTestModule('echo', { back: (payload: unknown) => payload });
    return new Promise<number>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening.address().port));
    });
  });
  const url = `http://127.0.0.1:${port}/_test`;
  const status = await fetch(`${url}/config/status`, { method: 'POST' });
  const { token } = (await status.json()) as { token: string };
  const echoed = await fetch(`${url}/echo/back`, {
    method: 'POST',
    headers: { cookie: `app-test-token=${token}`, 'content-type': 'application/json' },
    body: '{"parsed":"before us"}',
  });
  expect(await echoed.json()).toEqual({ parsed: 'before us' });
});

test("the host's own isDevServer can say no, and never yes alone", async ({
  runServer,
  startServer,
}) => {
  const refused = await runServer({ options: { isDevServer: false } });
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining('isDevServer option'),
  ]);
  const production = await runServer({
    options: { isDevServer: true },
    env: { NODE_ENV: 'production' },
  });
  expect(production.output).toContain('NOT_DEV_SERVER');
  const server = await startServer({ options: { isDevServer: true } });
  expect((await server.status()).status).toBe(200);
});
