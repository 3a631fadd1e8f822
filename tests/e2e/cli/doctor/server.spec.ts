import { findFreePort } from '../../../support/free-port.js';
import { sendJson, makeStatus, ScriptedServer } from '../../../support/scripted-server.js';
import { expect, pick, test } from './doctor-test.js';

test('a server in test mode is named with version, database and project', async ({
  diagnose,
  startApp,
}) => {
  const { server, database } = await startApp({ env: { APP_TEST: 'anna' } });
  const report = await diagnose({
    args: ['--url', server.url],
    env: { APP_TEST_DATABASE: database, APP_TEST_NAMESPACE: 'anna' },
  });

  expect(pick(report, 'server')).toEqual([
    `ok: ${server.url} (named by --url) is app-test ${report.version} in test mode.`,
  ]);
  expect(pick(report, 'expectations')).toEqual([
    `ok: Database '${database}', namespace 'anna', project 'test-project', as expected. No project is asked for.`,
  ]);
  expect(report).toMatchObject({ urls: [server.url], exitCode: 0 });
});

test('a server on another database than the environment names fails', async ({
  diagnose,
  startApp,
}) => {
  const { server, database } = await startApp();
  const report = await diagnose({ env: { APP_TEST_URL: server.url } });

  expect(pick(report, 'expectations')).toEqual([
    `failure: The server at ${server.url} is on database '${database}', not 'app-tests'.`,
  ]);
  expect(report.exitCode).toBe(1);
});

for (const [option, value, seen] of [
  ['namespace', 'bert', "is in the default namespace, not in namespace 'bert'"],
  ['projectId', 'other-project', "is in project 'test-project', not 'other-project'"],
  ['tokenHash', 'a'.repeat(64), 'has today the token hash'],
] as const) {
  test(`a server with another ${option} than the configuration expects fails`, async ({
    diagnose,
    startApp,
  }) => {
    const { server, database } = await startApp();
    const use = { baseURL: server.url, testModeOptions: { database, [option]: value } };
    const report = await diagnose({
      files: { 'playwright.config.mjs': `export default ${JSON.stringify({ use })};` },
    });

    expect(pick(report, 'expectations')).toEqual([expect.stringContaining(seen)]);
    expect(report.exitCode).toBe(1);
  });
}

test("today's token hash of the server's own session is accepted", async ({
  diagnose,
  startApp,
}) => {
  const { server, database } = await startApp();
  const status = (await server.request('/_test/config/status', { method: 'POST' })).json;
  const use = {
    baseURL: server.url,
    testModeOptions: { database, tokenHash: status.token_hash as string },
  };
  const report = await diagnose({
    files: { 'playwright.config.mjs': `export default ${JSON.stringify({ use })};` },
  });

  expect(pick(report, 'expectations')).toEqual([expect.stringMatching(/^ok:/)]);
});

test('a server of another version is a warning', async ({ diagnose }) => {
  await using server = await ScriptedServer.answering(makeStatus());
  const report = await diagnose({ args: ['--url', server.url] });

  expect(pick(report, 'server')).toEqual([
    `warning: ${server.url} (named by --url) is app-test 9.9.9 in test mode; here it is ${report.version}.`,
  ]);
});

test('a server where nobody listens fails', async ({ diagnose }) => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const report = await diagnose({ args: ['--url', url] });

  expect(pick(report, 'server')).toEqual([
    `failure: The server at ${url} cannot be reached: ECONNREFUSED.`,
  ]);
  expect(pick(report, 'expectations')).toEqual([`skipped: ${url} did not answer.`]);
});

test('a server that the webServer would start is skipped, with its command', async ({
  diagnose,
}) => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const config = {
    use: { baseURL: url },
    webServer: { command: 'node --import app-test/register server.js', url },
  };
  const report = await diagnose({
    files: { 'playwright.config.mjs': `export default ${JSON.stringify(config)};` },
  });

  expect(pick(report, 'server')).toEqual([
    expect.stringMatching(/^skipped: Nobody listens.*node --import app-test\/register server\.js$/),
  ]);
  expect(report.exitCode).toBe(0);
});

test('a server that knows nothing of app-test fails, and is asked nothing but its status', async ({
  diagnose,
}) => {
  await using server = await ScriptedServer.start((_request, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
  });
  const report = await diagnose({ args: ['--url', server.url] });

  expect(pick(report, 'server')).toEqual([
    `failure: ${server.url} (named by --url) is not in test mode: it answers 404 with text/html where status should be.`,
  ]);
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({ method: 'POST', body: '' });
  expect(server.requests[0]!.url).toMatch(/^\/_test\/config\/status\?/);
  expect(server.requests[0]!.headers).not.toHaveProperty('cookie');
});

test('a proxy that redirects to a login fails, with where it leads', async ({ diagnose }) => {
  await using server = await ScriptedServer.start((_request, response) => {
    response.writeHead(302, { location: 'https://login.example/' }).end();
  });
  const report = await diagnose({ args: ['--url', server.url] });

  expect(pick(report, 'server')).toEqual([
    expect.stringContaining('a redirect to https://login.example/'),
  ]);
  expect(server.requests).toHaveLength(1);
});

test("a refusal is told in the server's own words", async ({ diagnose }) => {
  await using server = await ScriptedServer.start((_request, response) => {
    const error = { code: 'NOT_DEV_SERVER', message: 'The server is not in dev mode.', next: null };
    sendJson(response, { error }, 403);
  });
  const report = await diagnose({ args: ['--url', server.url] });

  expect(pick(report, 'server')).toEqual([
    `failure: The server at ${server.url} refused with 403: The server is not in dev mode.`,
  ]);
});

test('a server that the configuration calls guarded is asked nothing', async ({ diagnose }) => {
  await using server = await ScriptedServer.answering(makeStatus());
  const use = { baseURL: server.url, testModeOptions: { mode: 'guarded' } };
  const report = await diagnose({
    files: { 'playwright.config.mjs': `export default ${JSON.stringify({ use })};` },
  });

  expect(pick(report, 'server')).toEqual([
    expect.stringContaining("testModeOptions.mode is 'guarded'"),
  ]);
  expect(server.requests).toEqual([]);
  expect(report.exitCode).toBe(0);
});

test('a URL that is none is refused', async ({ runDoctor }) => {
  const run = await runDoctor({ args: ['--url', 'localhost:8080'] });

  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain("Did you mean 'http://localhost:8080'?");
});

test('an option that is not known is refused', async ({ runDoctor }) => {
  const run = await runDoctor({ args: ['--fix'] });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
});
