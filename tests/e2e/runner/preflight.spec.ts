import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '../../support/free-port.js';
import type { InlineProject } from './support/inline-project.js';
import { expect, readSession, test } from './support/runner-test.js';

const files = {
  'one.spec.ts': `
    import { test, expect } from 'app-test/fixtures';
    test('one', async ({ request, testMode }) => {
      console.log('ran on ' + testMode.mode + ' ' + testMode.database);
      expect((await request.get('/')).status()).toBe(200);
    });`,
};

function makeProject(url: string, testModeOptions: object = {}): InlineProject {
  return { files, use: { baseURL: url, testModeOptions } };
}

test('spec 1.6: no test starts on another database than the expected one', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { exitCode, output } = await runProject(makeProject(app.url));
  expect(output).toContain(
    `[app-test] The server at ${app.url} is on database '${app.database}', not 'app-tests'. Start it with APP_TEST=1, or set testModeOptions.database.`,
  );
  expect(output).not.toContain('ran on');
  expect(exitCode).toBe(1);
});

for (const [name, wrong] of Object.entries({
  namespace: { namespace: 'elsewhere' },
  project: { projectId: 'another-project' },
  'token hash': { tokenHash: 'a'.repeat(64) },
})) {
  test(`spec 1.6: no test starts with another ${name} than the expected one`, async ({
    startApp,
    runProject,
  }) => {
    const app = await startApp();
    const { exitCode, output } = await runProject(
      makeProject(app.url, { database: app.database, ...wrong }),
    );
    expect(output).toContain(`set testModeOptions.${Object.keys(wrong)[0]}`);
    expect(output).not.toContain('ran on');
    expect(exitCode).toBe(1);
    // The lease that status opened is not left behind for a minute.
    expect((await readSession(app)).leases).toEqual([]);
  });
}

test('an option beats the environment, which beats the default', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const byEnvironment = await runProject(
    {
      files: {
        'one.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          test('one', async ({ backendApi, testMode }) => {
            console.log('ran on ' + testMode.database);
            expect((await backendApi.get('/')).status()).toBe(200);
          });`,
      },
    },
    { env: { APP_TEST_URL: app.url, APP_TEST_DATABASE: app.database } },
  );
  expect(byEnvironment.output).toContain(`ran on ${app.database}`);
  expect(byEnvironment.exitCode).toBe(0);
  const both = await runProject(makeProject(app.url, { database: app.database }), {
    env: { APP_TEST_DATABASE: 'wrong-database', APP_TEST_URL: 'http://localhost:1' },
  });
  expect(both.output).toContain('http://localhost:1');
  const option = await runProject(
    makeProject(app.url, { database: app.database, backendUrl: app.url }),
    { env: { APP_TEST_DATABASE: 'wrong-database', APP_TEST_URL: 'http://localhost:1' } },
  );
  expect(option.output).toContain(`ran on test ${app.database}`);
});

test('no server named at all is one clear error', async ({ runProject }) => {
  const { exitCode, output } = await runProject({ files });
  expect(output).toContain('No server to test is named. Set use.baseURL');
  expect(exitCode).toBe(1);
});

test('a server that has not been started with APP_TEST is never tested in test mode', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp({ use: 'protect', env: { APP_TEST: '' } });
  const { exitCode, output } = await runProject(makeProject(app.url, { mode: 'test' }));
  expect(output).not.toContain('ran on');
  expect(exitCode).toBe(1);
});

for (const [name, answer, expected] of [
  ['a 503', { status: 503, body: 'down' }, 'is an error of the server'],
  ['malformed JSON', { status: 200, json: true, body: '{"test_mode":' }, 'is not a JSON object'],
  ['other JSON', { status: 200, json: true, body: '{"ok":true}' }, 'reports test_mode undefined'],
  [
    'our own 403',
    {
      status: 403,
      json: true,
      body: '{"error":{"code":"NOT_DEV_SERVER","message":"The server is not in dev mode.","next":null}}',
    },
    'refused with 403: The server is not in dev mode.',
  ],
] as const) {
  test(`${name} stops the run, and is never taken for a live server`, async ({ runProject }) => {
    const server = createServer((_request, response) => {
      response.writeHead(answer.status, {
        'content-type': 'json' in answer ? 'application/json' : 'text/plain',
      });
      response.end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { exitCode, output } = await runProject(makeProject(`http://127.0.0.1:${port}`));
    server.close();
    server.closeAllConnections();
    expect(output).toContain(expected);
    expect(output).not.toContain('GUARDED');
    expect(output).not.toContain('ran on');
    expect(exitCode).toBe(1);
  });
}

test('a server that is still starting is waited for, with one line that says so', async ({
  startProject,
}) => {
  const server = createServer((_request, response) => {
    response.writeHead(503).end('found it');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const run = startProject(makeProject(`http://127.0.0.1:${port}`));
  await run.printed('Waiting for the server');
  server.listen(port, '127.0.0.1');
  const { output } = await run.finished();
  server.close();
  server.closeAllConnections();
  expect(output).toContain('found it');
  expect(output.match(/Waiting for the server/g)).toHaveLength(1);
});

test('SIGINT ends the wait for a server', async ({ startProject }) => {
  const run = startProject(makeProject(`http://127.0.0.1:${await findFreePort()}`));
  await run.printed('Waiting for the server');
  run.process.kill('SIGINT');
  const { exitCode, output } = await run.finished();
  expect(exitCode).toBe(130);
  expect(output).not.toContain('ran on');
});

test('unknown options are refused with the nearest known one', async ({ startApp, runProject }) => {
  const app = await startApp();
  const unknown = await runProject(makeProject(app.url, { databse: 'x' }));
  expect(unknown.output).toContain("Did you mean 'database'?");
  const mode = await runProject(makeProject(app.url, { mode: 'gaurded' }));
  expect(mode.output).toContain("Did you mean 'guarded'?");
  const isolation = await runProject({
    files,
    use: {
      baseURL: app.url,
      testModeOptions: { database: app.database },
      isolation: 'file',
    },
  });
  expect(isolation.output).toContain("isolation is 'file'");
  expect(isolation.output).toContain("Accepted: 'run'");
  expect([unknown, mode, isolation].map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
});

test('test.use adds to what the configuration set', async ({ startApp, runProject }) => {
  const app = await startApp();
  const { output, exitCode } = await runProject({
    use: { baseURL: app.url, testModeOptions: { database: app.database } },
    files: {
      'one.spec.ts': files['one.spec.ts'].replace(
        "test('one'",
        "test.use({ testModeOptions: { mode: 'test' } }); test('one'",
      ),
    },
  });
  expect(output).toContain(`ran on test ${app.database}`);
  expect(exitCode).toBe(0);
});

test('test.use({ baseURL }) with a host that was not checked fails the test and says so', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { output, exitCode } = await runProject({
    use: { baseURL: app.url, testModeOptions: { database: app.database } },
    files: {
      'other.spec.ts': `
        import { test } from 'app-test/fixtures';
        test.use({ baseURL: 'http://other.example' });
        test('other', async ({ page }) => { console.log('ran on'); });`,
    },
  });
  expect(output).toContain("test.use({ baseURL: 'http://other.example' }) points at a host");
  expect(output).not.toContain('ran on');
  expect(exitCode).toBe(1);
});
