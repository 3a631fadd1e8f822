import { expect, test } from '../../support/server-test.js';

test('spec 4.1.3, 2.5 extra, 2.1 hooks, 4.4 register: status hooks run in order after the token is issued, and later ones win', async ({
  startServer,
}) => {
  const server = await startServer();
  await server.finish();
  await server.run(({ appTest, session }) => {
    appTest.registerStatusHook(() => ({ first: session.hasToken(), shared: 1 }));
    appTest.registerStatusHook(async () => ({ shared: 2 }));
    appTest.registerStatusHook(() => undefined);
  });
  expect((await server.status()).json).toMatchObject({ first: true, shared: 2, test_mode: true });
});

test('spec 4.3.4, 2.6 extra, 2.1 hooks, 4.4 register: finish hooks merge into the answer, once the session has ended', async ({
  startServer,
}) => {
  const server = await startServer();
  await server.run(({ appTest, session }) => {
    appTest.registerFinishHook(() => ({ cleaned: 3, tokenLeft: session.hasToken() }));
  });
  await server.status('?lease=a');
  await server.status('?lease=b');
  expect((await server.finish('?lease=a')).json).not.toHaveProperty('cleaned');
  expect((await server.finish('?lease=b')).json).toMatchObject({ cleaned: 3, tokenLeft: false });
});

test('a failing hook answers 500 with its position, and the session stays as issued', async ({
  startServer,
}) => {
  const server = await startServer();
  await server.run(({ appTest, session }) => {
    const hooks = [
      () => {
        throw new Error('mail server is down');
      },
      () => ({ token: 'mine' }),
      () => 'text',
      () => ({ big: 1n }),
    ];
    appTest.registerStatusHook(() => {
      const hook = hooks.shift();
      return hook?.();
    });
    void session;
  });
  const expected = [
    ['HOOK_FAILED', 'status hook 1 of 1 failed: mail server is down'],
    ['HOOK_RESERVED_KEY', "returned 'token'"],
    ['HOOK_FAILED', 'returned string'],
    ['HOOK_FAILED', 'BigInt'],
  ] as const;
  for (const [code, text] of expected) {
    const { status, json } = await server.status();
    expect([status, json.error.code]).toEqual([500, code]);
    expect(json.error.message).toContain(text);
    expect(JSON.stringify(json)).not.toContain('server-app.mjs');
  }
  const { status, json } = await server.status();
  expect(status).toBe(200);
  expect((await server.visit(json.token)).status).toBe(200);
});
