import { expect, test } from './support/runner-test.js';

test('spec 5.2: each distinct host of the app has its own cookie, and no other host has one', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { port } = new URL(app.url);
  const { exitCode, output } = await runProject({
    use: {
      baseURL: `http://localhost:${port}`,
      testModeOptions: {
        database: app.database,
        backendUrl: app.url,
        cookieUrls: [`http://tenant.localhost:${port}`],
      },
    },
    files: {
      'hosts.spec.ts': `
        import { test, expect } from 'app-test/fixtures';
        test('hosts', async ({ page, context }) => {
          for (const host of ['localhost', '127.0.0.1', 'tenant.localhost']) {
            expect((await page.goto('http://' + host + ':${port}/'))?.status()).toBe(200);
          }
          expect((await page.goto('http://other.localhost:${port}/'))?.status()).toBe(403);
          const cookies = (await context.cookies()).filter(({ name }) => name === 'app-test-token');
          expect(cookies.map(({ domain }) => domain).sort()).toEqual(['127.0.0.1', 'localhost', 'tenant.localhost']);
        });
        test.describe('another host of the app', () => {
          test.use({ baseURL: 'http://tenant.localhost:${port}' });
          test('its own baseURL', async ({ page }) => {
            expect((await page.goto('/'))?.status()).toBe(200);
          });
        });`,
    },
  });
  expect(output).toContain('2 passed');
  expect(exitCode).toBe(0);
});

test('a reused context keeps its token, and loses none between tests', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { exitCode, output } = await runProject(
    {
      use: { baseURL: app.url, testModeOptions: { database: app.database } },
      files: {
        'reuse.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          for (const number of [1, 2, 3]) {
            test('reuse ' + number, async ({ page, context }) => {
              expect((await page.goto('/'))?.status()).toBe(200);
              await context.clearCookies();
              expect((await page.goto('/'))?.status()).toBe(200);
            });
          }`,
      },
    },
    { env: { PW_TEST_REUSE_CONTEXT: '1' } },
  );
  expect(output).toContain('3 passed');
  expect(exitCode).toBe(0);
});

test('a storage state that was saved in test mode is no second token, and no old one', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const stale = JSON.stringify({
    cookies: [
      {
        name: 'app-test-token',
        value: 'A'.repeat(43),
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Strict',
      },
      {
        name: 'user',
        value: 'grace',
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax',
      },
    ],
    origins: [],
  });
  const { exitCode, output } = await runProject({
    use: {
      baseURL: app.url,
      testModeOptions: { database: app.database },
      storageState: JSON.parse(stale) as object,
    },
    files: {
      'state.json': stale,
      'state.spec.ts': `
        import { test, expect } from 'app-test/fixtures';
        test('state', async ({ page, browser, playwright, request, context }) => {
          expect((await page.goto('/'))?.status()).toBe(200);
          expect((await context.cookies()).map(({ name }) => name).sort()).toEqual(['app-test-token', 'user']);
          expect((await request.get('/')).status()).toBe(200);
          const own = await browser.newContext({ storageState: 'state.json' });
          expect((await (await own.newPage()).goto('/'))?.status()).toBe(200);
        });`,
    },
  });
  expect(output).toContain('1 passed');
  expect(exitCode).toBe(0);
});
