import { fileURLToPath } from 'node:url';
import { makeStatus, ScriptedServer, sendJson } from '../../../support/scripted-server.js';
import { expect, pick, test } from './doctor-test.js';
import { FrontServer } from './front-server.js';

const lateApp = fileURLToPath(new URL('./apps/late-app.mjs', import.meta.url));

for (const use of ['register', 'setup', 'activate'] as const) {
  test(`a server that uses ${use} passes every check, and none of its own code runs`, async ({
    diagnose,
    startApp,
  }) => {
    const { server, database } = await startApp({ use });
    const report = await diagnose({
      args: ['--url', server.url],
      env: { APP_TEST_DATABASE: database },
    });

    const checks = ['server', 'expectations', 'clock'];
    const guards = ['request-guard', 'websocket-guard', 'middleware-order'];
    for (const check of [...checks, ...guards]) {
      expect(pick(report, check), check).toEqual([expect.stringMatching(/^ok: /)]);
    }
    expect(report).toMatchObject({ passed: true, exitCode: 0 });
    expect(await server.run(({ handled }) => handled as unknown)).toBeUndefined();
  });
}

test('pages and WebSockets that something in front answers fail', async ({
  diagnose,
  startApp,
}) => {
  const { server, database } = await startApp();
  await using front = await FrontServer.start(server.url);
  const report = await diagnose({
    args: ['--url', front.url],
    env: { APP_TEST_DATABASE: database },
  });

  expect(pick(report, 'request-guard')).toEqual([
    `failure: GET ${front.url}/ without the cookie is answered 200 with text/html, not refused.`,
  ]);
  expect(pick(report, 'websocket-guard')).toEqual([
    `failure: A WebSocket to ${front.url}/ without the cookie is accepted.`,
  ]);
  expect(pick(report, 'middleware-order')).toEqual(['ok: /_test is served by app-test.']);
  expect(report.exitCode).toBe(1);
});

test('a front end on another origin than the backend is a warning', async ({
  diagnose,
  startApp,
}) => {
  const { server, database } = await startApp();
  await using front = await FrontServer.start(server.url);
  const use = { baseURL: front.url, testModeOptions: { backendUrl: server.url, database } };
  const report = await diagnose({
    files: { 'playwright.config.mjs': `export default ${JSON.stringify({ use })};` },
  });

  expect(pick(report, 'request-guard')).toEqual([
    `ok: ${server.url} refuses requests without the cookie.`,
    `warning: GET ${front.url}/ without the cookie is answered 200 with text/html, not refused.`,
  ]);
  expect(report.exitCode).toBe(0);
});

test('middleware behind a route that answers everything fails', async ({ diagnose, startApp }) => {
  const { server, database } = await startApp({ main: lateApp });
  const report = await diagnose({
    args: ['--url', server.url],
    env: { APP_TEST_DATABASE: database },
  });

  expect(pick(report, 'middleware-order')).toEqual([
    expect.stringMatching(
      /^failure: POST .* is answered by something else .*: 404 with text\/html/,
    ),
  ]);
  expect(pick(report, 'request-guard')).toEqual([expect.stringMatching(/^ok: /)]);
});

for (const [seconds, result] of [
  [5, 'ok'],
  [-90, 'warning'],
  [4000, 'failure'],
] as const) {
  test(`a server whose clock is ${seconds} s off is ${result}`, async ({ diagnose }) => {
    await using server = await ScriptedServer.start((_request, response) => {
      response.setHeader('date', new Date(Date.now() + seconds * 1000).toUTCString());
      sendJson(response, makeStatus());
    });
    const report = await diagnose({ args: ['--url', server.url] });

    expect(pick(report, 'clock')).toEqual([expect.stringMatching(new RegExp(`^${result}: `))]);
  });
}
