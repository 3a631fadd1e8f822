import { expect, test } from '../../support/server-test.js';
import { type TestServer, uniqueName } from '../../support/test-server.js';

/** Registers a seed of the baseline that writes through the application's own client, in two namespaces, and counts its runs. */
async function registerBaseline(server: TestServer, { teas = 3 } = {}): Promise<void> {
  await server.run((context, count) => {
    const { appTest, datastore } = context;
    appTest.registerSeed(async function shelf() {
      context.runs = ((context.runs as number | undefined) ?? 0) + 1;
      if (context.failing) throw new Error('No tea left');
      if (context.gate) await context.gate;
      const keys = Array.from({ length: count }, (_, index) => datastore.key(['Tea', index + 1]));
      await datastore.save(keys.map((key) => ({ key, data: { next: keys[0] } })));
      await datastore.save({
        key: datastore.key({ namespace: 'acme', path: ['Tea', 1] }),
        data: {},
      });
    });
  }, teas);
}

async function dump(server: TestServer, token: string): Promise<unknown[]> {
  const { json } = await server.visit(token, '/_test/data/dump', { method: 'POST' });
  return json.entities as unknown[];
}

test('each new named session begins with what the registered seeds made, and they run once', async ({
  startServer,
}) => {
  const server = await startServer();
  await registerBaseline(server);
  const names = ['w1', 'w2', 'w3', 'w4'];
  const opened = await Promise.all(names.map((name) => server.status(`?session=${name}`)));
  const tokens = opened.map(({ json }) => json.token as string);
  for (const token of tokens) expect(await dump(server, token)).toHaveLength(4);
  expect(await server.run(({ runs }) => runs as number)).toBe(1);

  await server.visit(tokens[0]!, '/_test/data/reset', { method: 'POST' });
  const late = (await server.status('?session=w5')).json.token as string;
  expect(await dump(server, late)).toHaveLength(4);
  expect(await dump(server, tokens[0]!)).toEqual([]);
  const copy = (await server.status('?session=w6&from=w1')).json.token as string;
  expect(await dump(server, copy)).toEqual([]);
  expect(await dump(server, (await server.status()).json.token)).toEqual([]);
});

test('a session by hand begins with the seeds as well', async ({ startServer }) => {
  const server = await startServer();
  await registerBaseline(server, { teas: 1 });
  await server.request('/_test/config/enter?session=anna');
  const { token } = (await server.status('?session=anna')).json;
  expect(await dump(server, token)).toHaveLength(2);
});

test('a seed that fails fails the open and is run again at the next', async ({ startServer }) => {
  const server = await startServer();
  await registerBaseline(server);
  await server.run((context) => (context.failing = true));
  const refused = await server.status('?session=w1');
  expect([refused.status, refused.json.error.code]).toEqual([500, 'SEED_FAILED']);
  expect(refused.json.error.message).toBe('The seed 1 of 1 (shelf) failed: No tea left.');
  expect((await server.status()).status).toBe(200);

  await server.run((context) => (context.failing = false));
  const { token } = (await server.status('?session=w1')).json;
  expect(await dump(server, token)).toHaveLength(4);
  expect(await server.run(({ runs }) => runs as number)).toBe(2);
});

test('no session sees a baseline before it is whole', async ({ startServer }) => {
  const server = await startServer();
  await registerBaseline(server);
  await server.run((context) => {
    context.gate = new Promise((resolve) => (context.openGate = resolve));
  });
  let isOpen = false;
  const opening = server.status('?session=w1').then((answer) => {
    isOpen = true;
    return answer;
  });
  await expect.poll(() => server.run(({ runs }) => runs as number)).toBe(1);
  expect((await server.status()).status).toBe(200);
  expect(isOpen).toBe(false);
  await server.run((context) => context.openGate());
  expect(await dump(server, (await opening).json.token)).toHaveLength(4);
});

test('a seed that is registered later is in the sessions that open later', async ({
  startServer,
}) => {
  const server = await startServer();
  await registerBaseline(server, { teas: 1 });
  await server.status('?session=w1');
  await server.run(({ appTest, datastore }) => {
    appTest.registerSeed(() => datastore.save({ key: datastore.key(['Cup', 1]), data: {} }));
  });
  const { token } = (await server.status('?session=w2')).json;
  expect(await dump(server, token)).toHaveLength(3);
});

test('a restarted server runs the seeds again and leaves nothing of the old baseline', async ({
  startServer,
}) => {
  const env = { APP_TEST_DATABASE: uniqueName('db') };
  const before = await startServer({ env });
  await registerBaseline(before, { teas: 5 });
  await before.status('?session=w1');
  await before.stop();
  const after = await startServer({ env });
  await registerBaseline(after, { teas: 2 });
  const { token } = (await after.status('?session=w2')).json;
  expect(await dump(after, token)).toHaveLength(3);
});

test('a session begins as a copy of a namespace, with the namespaces of the app below it', async ({
  startServer,
}) => {
  const database = uniqueName('db');
  const slice = await startServer({ env: { APP_TEST_DATABASE: database, APP_TEST: 'slice' } });
  await slice.status();
  await slice.run(async ({ datastore }) => {
    const key = datastore.key(['Tea', 1]);
    await datastore.save({ key, data: { next: key } });
    await datastore.save({ key: datastore.key({ namespace: 'acme', path: ['Tea', 2] }), data: {} });
  });
  const server = await startServer({ env: { APP_TEST_DATABASE: database } });
  const { token, namespace } = (await server.status('?session=w1&baseline=slice')).json;
  expect(namespace).toBe('.w1..');
  expect(await dump(server, token)).toEqual([
    { path: ['Tea', 1], properties: { next: { key: ['Tea', 1] } } },
    { path: ['Tea', 2], namespace: 'acme', properties: {} },
  ]);
  await server.visit(token, '/_test/data/reset', { method: 'POST' });
  const again = (await server.status('?session=w2&baseline=slice')).json.token as string;
  expect(await dump(server, again)).toHaveLength(2);
  // The slice's own session is none of ours.
  expect((await server.finish('?session=w2')).json.had_token).toBe(true);
  expect((await slice.finish()).json.had_token).toBe(true);
});

test('a baseline without anything in it is refused, and so is a malformed one', async ({
  startServer,
}) => {
  const server = await startServer();
  const empty = await server.status('?session=w1&baseline=silce');
  expect([empty.status, empty.json.error.code]).toEqual([404, 'BASELINE_EMPTY']);
  expect(empty.json.error.message).toContain("'silce'");
  expect((await server.finish('?session=w1')).json.had_token).toBe(false);
  for (const [query, code] of [
    ['?session=w1&baseline=', 'NAME_INVALID'],
    ['?session=w1&baseline=a.b', 'NAME_INVALID'],
    ['?session=w1&baseline=__a__', 'NAME_INVALID'],
    ['?session=w1&baseline=a&baseline=b', 'NAME_INVALID'],
    ['?session=w1&baseline=a&from=w2', 'OPTION_INVALID'],
    ['?baseline=a', 'OPTION_INVALID'],
    ['?from=a', 'OPTION_INVALID'],
    ['?session=w1&empty=yes', 'OPTION_INVALID'],
    ['?session=w1&empty=1&empty=1', 'OPTION_INVALID'],
    ['?session=w1&empty=1&baseline=a', 'OPTION_INVALID'],
    ['?empty=1', 'OPTION_INVALID'],
  ]) {
    const { status, json } = await server.status(query);
    expect([query, status, json.error.code]).toEqual([query, 400, code]);
  }
});

test('a session that is to begin empty runs no seed', async ({ startServer }) => {
  const server = await startServer();
  await server.run(({ appTest }) => {
    appTest.registerSeed(() => {
      throw new Error('a seed ran');
    });
  });
  const { token } = (await server.status('?session=w1&empty=1')).json;
  expect(await dump(server, token)).toEqual([]);
  expect((await server.status('?session=w2')).json.error.message).toContain('a seed ran');
});

test('a session that is open keeps what it has, whatever it is asked to begin with', async ({
  startServer,
}) => {
  const server = await startServer();
  const { token } = (await server.status('?session=w1')).json;
  expect((await server.status('?session=w1&baseline=missing')).status).toBe(200);
  expect(await dump(server, token)).toEqual([]);
});

test('a session that is opened empty begins without what an earlier one of its name wrote too late', async ({
  startServer,
}) => {
  const server = await startServer();
  await server.run((context) => {
    const { datastore } = context;
    context.server.on('request', ({ url }: { url: string }) => {
      if (url !== '/late') return;
      const gate = new Promise<void>((resolve) => (context.goOn = resolve));
      context.late = gate.then(() => datastore.save({ key: datastore.key(['Tea', 1]), data: {} }));
    });
  });
  const { token } = (await server.status('?session=w1')).json;
  await server.visit(token, '/late');
  await server.finish('?session=w1');
  await server.run(async (context) => {
    context.goOn();
    await context.late;
  });
  await server.status('?session=w1&empty=1');
  expect(await dump(server, token)).toEqual([]);
});
