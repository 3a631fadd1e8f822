import type { TestServer } from '../../../support/test-server.js';
import { expect, pick, test } from './doctor-test.js';

const tokenOf = async (server: TestServer, query = ''): Promise<string> => {
  const path = `/_test/config/status${query}`;
  return (await server.request(path, { method: 'POST' })).json.token as string;
};
const visit = (server: TestServer, token: string) =>
  server.request('/', { headers: { cookie: `app-test-token=${token}` } });

test('a run of somebody else goes on, with its leases as they were', async ({
  diagnose,
  startApp,
  openDatabase,
}) => {
  const { server, database } = await startApp();
  const token = await tokenOf(server, '?lease=run-1');
  const named = await tokenOf(server, '?session=w1&lease=run-1.w1');
  const stored = openDatabase({ database });
  const readStored = async () => {
    const [entities] = await stored.runQuery(stored.createQuery('app-test-session'));
    return entities.map((entity) => ({ name: entity[stored.KEY].name as string, ...entity }));
  };
  const before = await readStored();
  const report = await diagnose({
    args: ['--url', server.url],
    env: { APP_TEST_DATABASE: database },
  });

  expect(report.passed).toBe(true);
  expect(await readStored()).toEqual(before);
  expect((await visit(server, token)).status).toBe(200);
  expect((await visit(server, named)).status).toBe(200);
});

test('somebody who browses by hand, without a lease, is not logged out', async ({
  diagnose,
  startApp,
}) => {
  const { server, database } = await startApp();
  const token = await tokenOf(server);
  await diagnose({ args: ['--url', server.url], env: { APP_TEST_DATABASE: database } });

  expect((await visit(server, token)).status).toBe(200);
});

test('a session that had ended is not armed again', async ({
  diagnose,
  startApp,
  openDatabase,
}) => {
  const { server, database } = await startApp();
  const token = await tokenOf(server);
  await server.request('/_test/config/finish', {
    method: 'POST',
    headers: { cookie: `app-test-token=${token}` },
  });
  await diagnose({ args: ['--url', server.url], env: { APP_TEST_DATABASE: database } });

  expect((await visit(server, token)).json.error.code).toBe('NO_TOKEN_ISSUED');
  const stored = openDatabase({ database });
  expect((await stored.runQuery(stored.createQuery('app-test-session')))[0]).toEqual([]);
});

test("the app's seeds do not run for it, and what they have wrong does not matter", async ({
  diagnose,
  startApp,
}) => {
  const { server, database } = await startApp();
  await server.run(({ appTest }) => {
    appTest.registerSeed(() => {
      throw new Error('a seed ran');
    });
  });
  const report = await diagnose({
    args: ['--url', server.url],
    env: { APP_TEST_DATABASE: database },
  });

  expect(report.passed).toBe(true);
});

test('a production server gets one request, without the cookie', async ({ diagnose, startApp }) => {
  const { server } = await startApp({
    use: 'protect',
    env: { APP_TEST: '0', NODE_ENV: 'production' },
  });
  const report = await diagnose({ args: ['--url', server.url] });

  expect(pick(report, 'server')).toEqual([expect.stringMatching(/^failure: .*not in test mode/)]);
  for (const check of ['request-guard', 'websocket-guard', 'middleware-order', 'clock']) {
    expect(pick(report, check)).toEqual([`skipped: ${server.url} is not in test mode.`]);
  }
  expect(await server.run(({ methods }) => methods as unknown)).toEqual(['POST']);
});

test('a server that answers test mode without opening the session asked for gets no cookie', async ({
  diagnose,
}) => {
  const { makeStatus, ScriptedServer } = await import('../../../support/scripted-server.js');
  await using server = await ScriptedServer.answering(makeStatus());
  const report = await diagnose({ args: ['--url', server.url] });

  expect(pick(report, 'middleware-order')).toEqual([
    expect.stringMatching(/^skipped: .*no cookie is sent/),
  ]);
  expect(server.requests.filter(({ headers }) => headers.cookie !== undefined)).toEqual([]);
  expect(server.requests.filter(({ url }) => url.includes('finish'))).toEqual([]);
});
