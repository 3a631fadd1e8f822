import { fileURLToPath } from 'node:url';
import { expect, test } from '../../support/server-test.js';

const script = fileURLToPath(new URL('../../support/apps/ending-script.mjs', import.meta.url));
const threads = fileURLToPath(new URL('../../support/apps/thread-app.mjs', import.meta.url));
const nothingConfigured = {
  DATASTORE_EMULATOR_HOST: undefined,
  GOOGLE_CLOUD_PROJECT: undefined,
};

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
