import { expect, test } from '../../support/server-test.js';
import type { TestServer } from '../../support/test-server.js';

async function readLogs(server: TestServer, token: string) {
  const { json } = await server.visit(token, '/_test/data/logs', { method: 'POST' });
  return json as { lines: string[] | null; truncated: boolean };
}

/** Makes every request of the application log, as its own logger and as console do, at once and later. */
function logRequests(server: TestServer, options?: object) {
  return server.run(({ appTest, server: http }, given) => {
    appTest.captureLogs(given);
    http.on('request', (request: { url: string; headers: object }) => {
      if (request.url.startsWith('/_test')) return;
      appTest.logLine(`own ${request.url}`);
      // oxlint-disable-next-line no-console -- what is captured
      console.info('console %s', request.url);
      setTimeout(
        () => appTest.logLine(`late ${request.url}\nheaders ${JSON.stringify(request.headers)}`),
        5,
      );
    });
  }, options);
}

test('log lines are kept for the session whose request wrote them, and tokens are not', async ({
  startServer,
}) => {
  const server = await startServer();
  await logRequests(server);
  const one = (await server.status('?session=w1')).json.token as string;
  const two = (await server.status('?session=w2')).json.token as string;
  await Promise.all([server.visit(one, '/a'), server.visit(two, '/b')]);
  await expect.poll(async () => (await readLogs(server, one)).lines?.length).toBe(4);
  const { lines, truncated } = await readLogs(server, one);
  expect(truncated).toBe(false);
  expect(lines!.slice(0, 3)).toEqual(['own /a', 'console /a', 'late /a']);
  expect(lines![3]).toContain('headers {');
  expect(lines!.join('\n')).not.toContain(one);
  expect((await readLogs(server, two)).lines![0]).toBe('own /b');
  expect((await readLogs(server, (await server.status()).json.token)).lines).toEqual([]);
  expect(server.output).toContain('console /a');
});

test('nothing is captured until somebody asks, and the console only where wanted', async ({
  startServer,
}) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  await server.run(({ appTest }) => appTest.logLine('too early'));
  expect(await readLogs(server, token)).toEqual({ lines: null, truncated: false });
  await logRequests(server, { console: false });
  await server.visit(token, '/a');
  expect((await readLogs(server, token)).lines).toContain('own /a');
  expect((await readLogs(server, token)).lines).not.toContain('console /a');
});

test('what is kept is bounded, the last lines of it', async ({ startServer }) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  await server.run(({ appTest }) => {
    appTest.captureLogs();
    for (let line = 0; line < 3000; line++) appTest.logLine(`line ${line}`);
  });
  const many = await readLogs(server, token);
  expect([many.lines!.length, many.lines!.at(-1), many.truncated]).toEqual([
    1000,
    'line 2999',
    true,
  ]);
  await server.run(({ appTest }) => {
    for (let line = 0; line < 200; line++) appTest.logLine('x'.repeat(100_000));
  });
  const long = await readLogs(server, token);
  expect(long.lines!.join('').length).toBeLessThanOrEqual(256 * 1024);
});

test('an object that cannot be printed does not break what logs it', async ({ startServer }) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  await server.run(({ appTest }) => {
    appTest.captureLogs();
    // oxlint-disable-next-line no-console -- what is captured
    console.log('%s', { toString: () => 'fine' }, Symbol('s'));
  });
  expect((await readLogs(server, token)).lines!.join()).toContain('Symbol(s)');
});

test('what work of an ended session logs is not shown to the next session of its name', async ({
  startServer,
}) => {
  const server = await startServer();
  await server.run((context) => {
    context.appTest.captureLogs();
    context.server.on('request', ({ url }: { url: string }) => {
      if (url !== '/late') return;
      const gate = new Promise<void>((resolve) => (context.goOn = resolve));
      context.late = gate.then(() => context.appTest.logLine('late'));
    });
  });
  const { token } = (await server.status('?session=w1')).json;
  await server.visit(token, '/late');
  await server.finish('?session=w1');
  await server.run(async (context) => {
    context.goOn();
    await context.late;
  });
  await server.status('?session=w1');
  expect((await readLogs(server, token)).lines).toEqual([]);
});
