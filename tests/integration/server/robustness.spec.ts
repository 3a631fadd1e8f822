import { connect } from 'node:net';
import { expect, test } from '../../support/server-test.js';

test('the endpoints answer before any middleware of the app, however app-test is mounted', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'none' });
  const port = await server.run(async (context) => {
    await context.appTest.activate();
    const { createServer } = await import('node:http');
    const app = createServer((_, response) => {
      context.reached = true;
      response.writeHead(302, { location: '/login' }).end();
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    return (app.address() as { port: number }).port;
  });
  const url = `http://127.0.0.1:${port}`;
  for (const path of ['/_test/config/status', '/json/_test/config/status']) {
    expect((await fetch(url + path, { method: 'POST' })).status).toBe(200);
    expect((await fetch(url + path, { method: 'DELETE' })).status).toBe(405);
  }
  expect(await server.run(({ reached }) => reached as boolean)).toBeUndefined();
});

test('a status that crosses midnight issues the token of the new day', async ({ startServer }) => {
  const server = await startServer({ clock: '2026-03-02T23:59:00Z' });
  await server.run((context) => {
    // Midnight passes while the Datastore is asked: the clock jumps after it was first read.
    const state = (globalThis as never as Record<symbol, { now: () => Date }>)[
      Symbol.for('app-test.session.v2')
    ]!;
    const now = state.now;
    let reads = 0;
    state.now = () => (reads++ === 0 ? now() : new Date(now().getTime() + 120_000));
    context.expected = () => state.now().toISOString();
  });
  const { token, expires_in: seconds } = (await server.status()).json;
  expect(seconds).toBeGreaterThan(86_000);
  expect(await server.run(({ session }) => session.token() as string)).toBe(token);
  await server.run((context) => (context.offsetMs = 86_400_000));
  expect((await server.visit(token)).json.error.code).toBe('TOKEN_EXPIRED');
});

test('a hook that never settles is given up, and the endpoints go on', async ({ startServer }) => {
  const server = await startServer();
  await server.run(({ appTest }) => {
    let calls = 0;
    appTest.registerStatusHook(() => (calls++ === 0 ? new Promise(() => {}) : undefined));
  });
  const { status, json } = await server.status();
  expect([status, json.error.code]).toEqual([500, 'HOOK_FAILED']);
  expect(json.error.message).toContain('did not settle');
  expect((await server.status()).status).toBe(200);
});

test('recording a triple by hand activates nothing; activate() still moves the process', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'none', env: { APP_TEST: '0' } });
  await server.run(async ({ appTest, session }) => {
    session.setActive({
      database: process.env.APP_TEST_DATABASE,
      namespace: null,
      projectId: 'test-project',
    });
    await appTest.activate();
  });
  expect((await server.request('/')).status).toBe(403);
  expect((await server.status()).status).toBe(200);
});

test('an activation that failed for an option leaves everything refused', async ({
  startServer,
}) => {
  const server = await startServer({ use: 'none', env: { APP_TEST: '0' } });
  await server.run(({ appTest }) => appTest.activate({ databse: 'x' }).catch(() => {}));
  const { status, json } = await server.request('/');
  expect([status, json.error.message]).toEqual([403, expect.stringContaining('activation failed')]);
});

test('a conflicting activation leaves the first one working', async ({ startServer }) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  await server.run(({ appTest }) => appTest.activate({ namespace: 'other' }).catch(() => {}));
  expect((await server.visit(token)).status).toBe(200);
});

test('a reset during activation is not lost', async ({ startServer }) => {
  const server = await startServer({ use: 'none', env: { APP_TEST: '0' } });
  const error = await server
    .run(async ({ appTest, session }) => {
      const activating = appTest.activate();
      await new Promise((resolve) => setImmediate(resolve));
      session.reset();
      await activating;
    })
    .catch((reason: { code: string }) => reason);
  expect(error).toMatchObject({
    code: expect.stringMatching(/^(ACTIVATION_FAILED|NOT_ACTIVATED)$/),
  });
  expect(await server.run(({ session }) => session.isActive() as boolean)).toBe(false);
});

test('a refused upgrade is hung up on, even if its client never does', async ({ startServer }) => {
  const server = await startServer();
  await server.run(({ server: app }) => void app.on('upgrade', () => {}));
  const socket = connect({
    port: Number(new URL(server.url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  socket.resume();
  const open = () =>
    server.run(
      ({ server: app }) =>
        new Promise<number>((resolve) => {
          app.getConnections((_: unknown, count: number) => resolve(count));
        }),
    );
  await new Promise((resolve) => socket.once('end', resolve));
  await expect.poll(open, { intervals: [100] }).toBe(0);
  socket.destroy();
});

test('a production server that is started with APP_TEST by mistake goes on, behind the guard', async ({
  startServer,
}) => {
  const server = await startServer({
    use: 'protect',
    env: { NODE_ENV: 'production', APP_TEST: '1' },
  });
  expect((await server.request('/')).status).toBe(200);
  expect((await server.visit('any')).json.error.code).toBe('PRODUCTION_GUARD');
});

test('a failing finish hook does not keep the cookie alive', async ({ startServer }) => {
  const server = await startServer();
  await server.status();
  await server.run(({ appTest }) => {
    appTest.registerFinishHook(() => {
      throw new Error('no');
    });
  });
  const { status, headers, json } = await server.finish();
  expect([status, json.error.next]).toEqual([500, 'The session has ended all the same.']);
  expect(headers['set-cookie']?.[0]).toContain('Expires=Thu, 01 Jan 1970');
});
