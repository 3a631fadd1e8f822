import { hashToken } from '../../../protocol/index.js';
import { expect, test } from './support/runner-test.js';

test('testMode.call speaks JSON with a test module, and hands over its cookies and errors', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  await app.server.run(({ appTest }) => {
    appTest.registerTestModule(
      'cart',
      appTest.defineTestModule({
        fill(payload: unknown, { setCookie }: { setCookie: (...args: unknown[]) => void }) {
          setCookie('cart', 'full', { httpOnly: true });
          setCookie('gone', '', { expires: new Date(0) });
          return { payload: payload ?? 'nothing' };
        },
        nothing: () => undefined,
        fail: () => {
          throw new Error('no tea left');
        },
      }),
    );
  });
  const { exitCode, output } = await runProject({
    use: {
      baseURL: app.url.replace('127.0.0.1', 'localhost'),
      testModeOptions: { database: app.database, backendUrl: app.url },
    },
    files: {
      'modules.spec.ts': `
        import { test, expect } from 'app-test/fixtures';
        const code = (code) => expect.objectContaining({ name: 'AppTestError', code });
        test('data', async ({ testMode }) => {
          const filled = await testMode.call<{ payload: unknown }>('cart', 'fill', { tea: 2 });
          expect(filled.data.payload).toEqual({ tea: 2 });
          expect((await testMode.call('cart', 'fill')).data).toEqual({ payload: 'nothing' });
          expect((await testMode.call('cart', 'nothing')).data).toBe(null);
        });
        test('cookies', async ({ testMode, context, page, request }) => {
          const { cookies } = await testMode.call('cart', 'fill');
          await context.addCookies([{ name: 'gone', value: 'here', url: '${app.url}' }]);
          await testMode.addCookies(context, cookies);
          await testMode.addCookies(request, cookies);
          for (const url of ['${app.url}', 'http://localhost']) {
            const names = (await context.cookies(url)).map(({ name }) => name).sort();
            expect(names).toEqual(['app-test-token', 'cart']);
          }
          expect((await page.goto('/'))?.status()).toBe(200);
          expect((await page.goto('${app.url}'))?.status()).toBe(200);
        });
        test('errors', async ({ testMode }) => {
          const caught = (call) => call.catch((error) => error);
          expect(await caught(testMode.call('cart', 'fail'))).toEqual(code('ACTION_FAILED'));
          await expect(testMode.call('cart', 'fail')).rejects.toThrow('no tea left');
          expect(await caught(testMode.call('cart', 'drain'))).toEqual(code('ACTION_NOT_FOUND'));
          expect(await caught(testMode.call('shelf', 'fill'))).toEqual(code('MODULE_NOT_FOUND'));
          await expect(testMode.call('../config', 'finish')).rejects.toThrow();
          expect((await testMode.call('cart', 'nothing')).data).toBe(null);
        });
      `,
    },
  });
  expect(output).toContain('3 passed');
  expect(exitCode).toBe(0);
});

test('neither output nor reports hold the token', async ({ startApp, startProject }) => {
  const app = await startApp();
  const token = (await app.server.run(({ session }) => session.token())) as string;
  const run = startProject({
    config: { reporter: [['list', { printSteps: true }], ['json'], ['html', { open: 'never' }]] },
    use: { baseURL: app.url, testModeOptions: { database: app.database } },
    files: {
      'fails.spec.ts': `
        import { test, expect } from 'app-test/fixtures';
        test('fails', async ({ page, request, browser, backendApi, serverStatus }) => {
          await page.goto('/');
          await request.get('/');
          await browser.newContext();
          expect(1).toBe(2);
        });`,
    },
  });
  await run.finished();
  const texts = run.readFiles();
  // The hash is there, through the annotation: so the report was read.
  expect(texts['playwright-report/index.html']).toContain(hashToken(token));
  for (const [name, text] of Object.entries(texts)) {
    expect(text.includes(token), `${name} holds the token`).toBe(false);
  }
  expect(run.output).not.toContain(token);
});
