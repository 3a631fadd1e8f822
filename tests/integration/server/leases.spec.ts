import { expect, test } from '../../support/server-test.js';
import { uniqueName } from '../../support/test-server.js';

test('finish with a lease ends the session only when no lease is left', async ({ startServer }) => {
  const server = await startServer();
  const { token } = (await server.status('?lease=run1')).json;
  await server.status('?lease=run1.w1');
  await server.status('?lease=run2');

  expect((await server.finish('?lease=run1.w1')).json).toMatchObject({
    finished: true,
    open_leases: 2,
  });
  expect((await server.visit(token)).status).toBe(200);
  expect((await server.finish('?lease=run2')).json).toMatchObject({ open_leases: 1 });
  expect((await server.visit(token)).status).toBe(200);
  expect((await server.finish('?lease=run1')).json).toEqual({
    finished: true,
    had_token: true,
    open_leases: 0,
  });
  expect((await server.visit(token)).json.error.code).toBe('NO_TOKEN_ISSUED');
});

test('a lease ends with the one above it, and not with its neighbour', async ({ startServer }) => {
  const server = await startServer();
  await server.status('?lease=run1');
  await server.status('?lease=run1.w1');
  await server.status('?lease=run10');
  expect((await server.finish('?lease=run1')).json.open_leases).toBe(1);
});

test('finish without a lease ends the session at once, whoever holds a lease', async ({
  startServer,
}) => {
  const server = await startServer();
  const { token } = (await server.status('?lease=run1')).json;
  expect((await server.finish()).json).toEqual({ finished: true, had_token: true });
  expect((await server.visit(token)).json.error.code).toBe('NO_TOKEN_ISSUED');
});

test('leases survive a restart of the server', async ({ startServer }) => {
  const env = { APP_TEST_DATABASE: uniqueName('db') };
  const before = await startServer({ env });
  const { token } = (await before.status('?lease=run1')).json;
  await before.status('?lease=run2');
  await before.stop();

  const after = await startServer({ env });
  expect((await after.visit(token)).status).toBe(200);
  expect((await after.finish('?lease=run1')).json).toMatchObject({
    had_token: true,
    open_leases: 1,
  });
  expect((await after.finish('?lease=run2')).json.open_leases).toBe(0);
});

test('a session whose last lease nobody renews is ended, by the server alone', async ({
  startServer,
}) => {
  const server = await startServer({ options: { leaseSeconds: 1 } });
  const { token } = (await server.status('?lease=killed')).json;
  await expect
    .poll(async () => (await server.visit(token)).json?.error.code as string, { intervals: [50] })
    .toBe('NO_TOKEN_ISSUED');
  expect((await server.finish()).json.had_token).toBe(false);
});

test('a session that somebody entered by hand outlives the leases', async ({ startServer }) => {
  const server = await startServer({ options: { leaseSeconds: 0.2 } });
  await server.request('/_test/config/enter');
  const { token } = (await server.status('?lease=killed')).json;
  const leases = () =>
    server.run(
      () =>
        (
          globalThis as never as Record<
            symbol,
            { sessions: Map<string, { leases: Map<string, 1> }> }
          >
        )[Symbol.for('app-test.session.v2')]!.sessions.get('')!.leases.size,
    );
  await expect.poll(leases, { intervals: [50] }).toBe(0);
  expect((await server.visit(token)).status).toBe(200);
});

test("yesterday's token is accepted for a minute after midnight, for leased sessions only", async ({
  startServer,
}) => {
  const server = await startServer({
    clock: '2026-03-02T23:59:30Z',
    options: { leaseSeconds: 300 },
  });
  const first = (await server.status('?lease=run')).json;
  expect(first.expires_in).toBeGreaterThan(20);
  expect(first.expires_in).toBeLessThanOrEqual(30);
  await server.run((context) => (context.offsetMs = 45_000));
  expect((await server.visit(first.token)).status).toBe(200);
  const second = (await server.status('?lease=run')).json;
  expect(second.token).not.toBe(first.token);
  expect((await server.visit(second.token)).status).toBe(200);
  expect((await server.visit(first.token)).status).toBe(200);

  await server.run((context) => (context.offsetMs = 95_000));
  expect((await server.visit(first.token)).json.error.code).toBe('TOKEN_EXPIRED');
  expect((await server.visit(second.token)).status).toBe(200);
});

test("spec 8 lifetime: without a lease yesterday's token is refused from midnight on", async ({
  startServer,
}) => {
  const server = await startServer({ clock: '2026-03-02T23:59:30Z' });
  const { token } = (await server.status()).json;
  await server.run((context) => (context.offsetMs = 31_000));
  expect((await server.visit(token)).json.error.code).toBe('TOKEN_EXPIRED');
});

test('malformed and doubled names of leases and sessions are refused', async ({ startServer }) => {
  const server = await startServer();
  for (const query of ['?lease=', '?lease=a/b', `?lease=${'x'.repeat(101)}`, '?lease=a&lease=b']) {
    const { status, json } = await server.status(query);
    expect([query, status, json.error.code]).toEqual([query, 400, 'NAME_INVALID']);
  }
  for (const query of ['?session=', '?session=-a', '?session=A', `?session=${'x'.repeat(32)}`]) {
    expect([query, (await server.status(query)).json.error.code]).toEqual([query, 'NAME_INVALID']);
  }
});

test('overlapping status and finish calls leave a session that is whole', async ({
  startServer,
}) => {
  const server = await startServer();
  const calls = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? server.status(`?lease=l${index}`) : server.finish(`?lease=l${index - 1}`),
  );
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  const { token } = (await server.status()).json;
  expect((await server.visit(token)).status).toBe(200);
});
