import { DatastoreProxy } from '../../support/datastore-proxy.js';
import { expect, test as base } from '../../support/server-test.js';
import { type TestServer, uniqueName } from '../../support/test-server.js';

// What takes no time on the embedded Datastore is held at a proxy in front of it, until it is overtaken or has made others wait.
const test = base.extend<{ gate: DatastoreProxy; env: Record<string, string> }>({
  gate: async ({ backend }, use) => {
    base.skip(backend.kind !== 'embedded', 'Only the embedded Datastore drops namespaces.');
    const proxy = new DatastoreProxy(backend.address);
    await use(proxy);
    await proxy.stop();
  },
  env: async ({ gate }, use) => {
    await use({
      APP_TEST_DATABASE: uniqueName('db'),
      DATASTORE_EMULATOR_HOST: await gate.start(),
    });
  },
});

function registerBaseline(server: TestServer): Promise<void> {
  return server.run((context) => {
    const { appTest, datastore } = context;
    context.runs = 0;
    appTest.registerSeed(async function shelf() {
      context.runs += 1;
      await datastore.save({ key: datastore.key(['Tea', 1]), data: {} });
      if (context.hangs) await new Promise(() => {});
    });
  });
}

async function dump(server: TestServer, token: string): Promise<unknown[]> {
  const { json } = await server.visit(token, '/_test/data/dump', { method: 'POST' });
  return json.entities as unknown[];
}

/** Gives whatever does not wait more than enough time: as many requests as it takes itself, and as many again. */
async function giveTime(server: TestServer): Promise<void> {
  for (let call = 0; call < 20; call++) await server.status();
}

test('a reset that takes long leaves the next session of the name alone', async ({
  startServer,
  gate,
  env,
}) => {
  const server = await startServer({ env });
  await registerBaseline(server);
  const { token } = (await server.status('?session=w1')).json;
  const held = gate.holdNext('/drop');
  const reset = server.visit(token, '/_test/data/reset', { method: 'POST' });
  await held.arrived;
  const opened = server.finish('?session=w1').then(() => server.status('?session=w1'));
  await giveTime(server);
  held.release();
  expect((await reset).json).toEqual({ deleted: 1 });
  expect((await opened).status).toBe(200);
  expect(await dump(server, token)).toHaveLength(1);
});

test('seeds run when what a killed server left of theirs is gone', async ({
  startServer,
  openDatabase,
  gate,
  env,
}) => {
  const before = await startServer({ env });
  await registerBaseline(before);
  await before.run((context) => (context.hangs = true));
  void before.status('?session=w1').catch(() => undefined);
  const stored = openDatabase({ database: env.APP_TEST_DATABASE!, namespace: '.-seeds-1..' });
  const left = async () => (await stored.get(stored.key(['Tea', 1])))[0] as unknown;
  await expect.poll(left, { intervals: [50] }).toBeDefined();
  await before.stop();

  const held = gate.holdNext('/drop');
  const after = await startServer({ env });
  await registerBaseline(after);
  await held.arrived;
  const opened = after.status('?session=w2');
  await giveTime(after);
  expect(await after.run(({ runs }) => runs as number)).toBe(0);
  held.release();
  expect(await dump(after, (await opened).json.token)).toHaveLength(1);
});

test('what is no embedded Datastore any more is not believed to have emptied a namespace', async ({
  startServer,
  gate,
  env,
}) => {
  const server = await startServer({ env });
  const { token } = (await server.status()).json;
  await server.visit(token, '/written', { method: 'POST' });
  gate.answer('/drop', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}');
  const { status, json } = await server.visit(token, '/_test/data/reset', { method: 'POST' });
  expect([status, json.error?.code]).toEqual([500, 'ACTION_FAILED']);
  expect(json.error.message).toContain('is no embedded Datastore any more');
});

test('an embedded Datastore is known as one by an address with a scheme, too', async ({
  startServer,
  gate,
  env,
}) => {
  const address = `http://${env.DATASTORE_EMULATOR_HOST}/`;
  const server = await startServer({ env: { ...env, DATASTORE_EMULATOR_HOST: address } });
  const { token } = (await server.status()).json;
  await server.visit(token, '/written', { method: 'POST' });
  const held = gate.holdNext('/drop');
  const reset = server.visit(token, '/_test/data/reset', { method: 'POST' });
  await held.arrived;
  held.release();
  expect((await reset).json).toEqual({ deleted: 1 });
});
