import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../../support/server-test.js';

const script = fileURLToPath(new URL('../../support/apps/ending-script.mjs', import.meta.url));
const threads = fileURLToPath(new URL('../../support/apps/thread-app.mjs', import.meta.url));
const nothingConfigured = {
  DATASTORE_EMULATOR_HOST: undefined,
  GOOGLE_CLOUD_PROJECT: undefined,
};

const indexFile = `indexes:
- kind: Tea
  properties:
  - name: open
  - name: price
`;

test('the embedded Datastore is the default where nothing is configured, and the banner says so', async ({
  startServer,
}) => {
  const server = await startServer({ env: nothingConfigured });
  expect(server.output).toMatch(/Datastore: embedded, in memory, at 127\.0\.0\.1:\d+/);
  const { token, project_id: project } = (await server.status()).json;
  expect(project).toBe('app-test-local');
  expect((await server.visit(token, '/', { method: 'POST' })).text).toContain('<p>/</p>');
});

test('the embedded Datastore is never chosen over a configured one', async ({
  startServer,
  backend,
}) => {
  const server = await startServer();
  expect(server.output).toContain(`emulator at ${backend.address}`);
});

test('the embedded Datastore is never started without activation', async ({ startServer }) => {
  const server = await startServer({ use: 'none', env: { ...nothingConfigured, APP_TEST: '0' } });
  expect(await server.run(() => process.env.APP_TEST_EMBEDDED_ADDRESS)).toBeUndefined();
});

test('APP_TEST_DATASTORE=embedded chooses it over a configured one, in words', async ({
  startServer,
}) => {
  const server = await startServer({ env: { APP_TEST_DATASTORE: 'embedded' } });
  expect(server.output).toContain('Datastore: embedded');
  expect((await server.status()).json.project_id).toBe('test-project');
});

test('a script that has done its work ends, with the embedded Datastore in its process', async ({
  runServer,
}) => {
  const { code, output } = await runServer({
    use: 'register',
    main: script,
    env: nothingConfigured,
  });
  expect([code, output]).toEqual([0, expect.stringContaining('visited /')]);
});

test('worker threads are moved too, onto the same embedded Datastore', async ({ runServer }) => {
  const { code, output } = await runServer({
    use: 'register',
    main: threads,
    env: nothingConfigured,
  });
  expect([code, output]).toEqual([0, expect.stringContaining('worker read /from-main')]);
});

test('with an index.yaml queries fail in the app that would fail in production, and are written down', async ({
  startServer,
}, info) => {
  const [indexes, needed] = [info.outputPath('index.yaml'), info.outputPath('needed.yaml')];
  writeFileSync(indexes, indexFile);
  const server = await startServer({
    env: { ...nothingConfigured, APP_TEST_INDEXES: indexes, APP_TEST_WRITE_INDEXES: needed },
  });
  const ask = (order: string): Promise<string> =>
    server.run(async ({ datastore }, by) => {
      const query = datastore.createQuery('Tea').filter('open', true).order(by);
      return datastore.runQuery(query).then(
        ([found]: [unknown[]]) => `${found.length} found`,
        (error: Error) => error.message,
      );
    }, order);
  expect(await ask('price')).toBe('0 found');
  expect(await ask('name')).toContain('no matching index found');
  expect(readFileSync(needed, 'utf8')).toContain('- name: name');

  // What app-test itself asks for needs none.
  const token = (await server.status('?session=w1')).json.token as string;
  for (const action of ['snapshot', 'restore', 'dump', 'reset']) {
    const body = JSON.stringify({ name: 'some' });
    const { status } = await server.visit(token, `/_test/data/${action}`, { method: 'POST', body });
    expect([action, status]).toEqual([action, 200]);
  }
});

test('an index.yaml that cannot be used stops the start, and says why', async ({
  runServer,
}, info) => {
  const file = { APP_TEST_INDEXES: info.outputPath('none.yaml') };
  const env = { ...nothingConfigured, ...file };
  const missing = await runServer({ use: 'register', env });
  expect(missing.code).not.toBe(0);
  expect(missing.output).toContain('The embedded Datastore did not start');
  expect(missing.output).toContain('none.yaml');

  const configured = await runServer({ use: 'register', env: file });
  expect(configured.code).not.toBe(0);
  expect(configured.output).toContain('only the embedded Datastore knows');
});
