import { expect, test } from '../../support/server-test.js';
import { uniqueName } from '../../support/test-server.js';

test('a named session has a namespace, a token and data of its own', async ({
  startServer,
  openDatabase,
}) => {
  const database = uniqueName('db');
  const server = await startServer({ env: { APP_TEST_DATABASE: database, APP_TEST: 'anna' } });
  const main = (await server.status()).json;
  const one = (await server.status('?session=w1')).json;
  const two = (await server.status('?session=w2')).json;
  expect([main, one, two].map(({ namespace, session }) => [namespace, session])).toEqual([
    ['anna', undefined],
    ['anna.w1..', 'w1'],
    ['anna.w2..', 'w2'],
  ]);
  expect(new Set([main.token, one.token, two.token]).size).toBe(3);

  await server.visit(one.token, '/from-one', { method: 'POST' });
  expect((await server.visit(one.token)).text).toContain('/from-one');
  expect((await server.visit(two.token)).text).toContain('no visit');
  expect((await server.visit(main.token)).text).toContain('no visit');

  const stored = openDatabase({ database, namespace: 'anna.w1..' });
  const [entity] = await stored.get(stored.key(['Visit', 'last']));
  expect(entity).toMatchObject({ path: '/from-one' });
});

test('finish ends the named session and no other', async ({ startServer }) => {
  const server = await startServer();
  const main = (await server.status()).json;
  const one = (await server.status('?session=w1')).json;
  expect((await server.finish('?session=w1')).json).toEqual({ finished: true, had_token: true });
  expect((await server.visit(one.token)).json.error.code).toBe('TOKEN_INVALID');
  expect((await server.visit(main.token)).status).toBe(200);
  const two = (await server.status('?session=w2')).json;
  await server.finish();
  expect((await server.visit(main.token)).status).toBe(403);
  expect((await server.visit(two.token)).status).toBe(200);
  expect((await server.finish('?session=never')).json).toEqual({
    finished: true,
    had_token: false,
  });
});

test('the named sessions of a run end with its lease, and those of others stay', async ({
  startServer,
}) => {
  const server = await startServer();
  await server.status('?lease=run1');
  await server.status('?lease=run2');
  const [own, shared, other, alike] = await Promise.all(
    [
      '?session=own&lease=run1.w0',
      '?session=shared&lease=run1.w1',
      '?session=other&lease=run2.w0',
      '?session=alike&lease=run10.w0',
    ].map(async (query) => (await server.status(query)).json.token as string),
  );
  await server.status('?session=shared&lease=run2.w1');

  expect((await server.finish('?lease=run1')).json.open_leases).toBe(1);

  expect((await server.visit(own!)).json.error.code).toBe('TOKEN_INVALID');
  for (const token of [shared!, other!, alike!]) {
    expect((await server.visit(token)).status).toBe(200);
  }
});

test('a restarted server accepts the cookies of every open session at once', async ({
  startServer,
}) => {
  const env = { APP_TEST_DATABASE: uniqueName('db') };
  const before = await startServer({ env });
  const one = (await before.status('?session=w1&lease=run1.w1')).json;
  const ended = (await before.status('?session=w2&lease=run1.w2')).json;
  await before.finish('?session=w2&lease=run1.w2');
  await before.stop();
  const after = await startServer({ env });
  expect((await after.visit(one.token)).status).toBe(200);
  expect((await after.visit(ended.token)).status).toBe(403);
  expect((await after.finish('?session=w1&lease=run1')).json.open_leases).toBe(0);
});

test('a session whose leases ran out while there was no server is held for a lease’s time, then ended', async ({
  startServer,
}) => {
  const env = { APP_TEST_DATABASE: uniqueName('db') };
  const start = (clock: string, leaseSeconds: number): ReturnType<typeof startServer> =>
    startServer({ env, clock, options: { leaseSeconds } });
  const before = await start('2026-03-02T10:00:00Z', 60);
  const { token } = (await before.status('?session=w1&lease=run1')).json;
  await before.stop();

  const held = await start('2026-03-02T11:00:00Z', 60);
  expect((await held.visit(token)).status).toBe(200);
  await held.stop();

  const after = await start('2026-03-02T12:00:00Z', 1);
  await expect(() => {
    expect(after.output).toContain("The session 'w1' was ended: its last lease ran out unrenewed.");
  }).toPass();
  expect((await after.visit(token)).status).toBe(403);
});

test('hooks are told the session, and run in it', async ({ startServer }) => {
  const server = await startServer();
  await server.run(({ appTest, datastore }) => {
    appTest.registerStatusHook(
      async ({ session, namespace }: { session: string; namespace: string }) => {
        const [visit] = await datastore.get(datastore.key(['Visit', 'last']));
        return { hook: [session, namespace, visit?.path ?? null] };
      },
    );
  });
  const { token, hook } = (await server.status('?session=w1')).json;
  expect(hook).toEqual(['w1', '.w1..', null]);
  await server.visit(token, '/seen', { method: 'POST' });
  expect((await server.status('?session=w1')).json.hook[2]).toBe('/seen');
  expect((await server.status()).json.hook).toEqual(['', null, null]);
});

test('two hundred requests of ten sessions at once see their own data only', async ({
  startServer,
}) => {
  const server = await startServer();
  const names = Array.from({ length: 10 }, (_, index) => `s${index}`);
  const tokens = new Map<string, string>();
  for (const name of names) tokens.set(name, (await server.status(`?session=${name}`)).json.token);
  await Promise.all(
    names.map((name) => server.visit(tokens.get(name)!, `/${name}`, { method: 'POST' })),
  );
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const name = names[index % names.length]!;
      return [name, (await server.visit(tokens.get(name)!)).text] as const;
    }),
  );
  for (const [name, text] of answers) expect(text).toContain(`<p>/${name}</p>`);
});
