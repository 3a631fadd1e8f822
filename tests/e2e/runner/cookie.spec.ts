import { expect, test } from './support/runner-test.js';

const visits = (route: string) => `
  import { test, expect } from 'app-test/fixtures';
  import { chromium, request as importedRequest } from '@playwright/test';
  ${route}`;

test('spec 5.2: every page and request context carries the token, however it was made', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { exitCode, output, report } = await runProject(
    {
      use: { baseURL: app.url },
      files: {
        'routes.spec.ts': visits(`
        const ok = async (page) => expect((await page.goto('/'))?.status()).toBe(200);
        let early;
        test.beforeAll(async ({ browser }) => {
          early = await browser.newPage();
          await ok(early);
        });
        test('page', async ({ page }) => { await ok(page); await page.reload(); await expect(page.locator('h1')).toHaveText('App'); });
        test('beforeAll page', async () => { await ok(early); });
        test('popup', async ({ page }) => {
          await ok(page);
          const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => { window.open('/'); })]);
          await expect(popup.locator('h1')).toHaveText('App');
        });
        test('newContext with storageState', async ({ browser }) => {
          const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
          await ok(await context.newPage());
        });
        test('own launch', async ({ playwright, launchOptions }) => {
          const browser = await chromium.launch(launchOptions);
          await ok(await browser.newPage());
          await browser.close();
        });
        test('persistent context', async ({ playwright, launchOptions, baseURL }, testInfo) => {
          const context = await playwright.chromium.launchPersistentContext(testInfo.outputPath('profile'), launchOptions);
          expect((await context.newPage().then((page) => page.goto(baseURL)))?.status()).toBe(200);
          await context.close();
        });
        test('request', async ({ request, page }) => {
          expect((await request.get('/')).status()).toBe(200);
          expect((await page.request.get('/')).status()).toBe(200);
        });
        test('imported request', async ({ baseURL }) => {
          const own = await importedRequest.newContext({ storageState: { cookies: [], origins: [] } });
          expect((await own.get(baseURL)).status()).toBe(200);
          await own.clearCookies();
          expect((await own.get(baseURL)).status()).toBe(200);
          await own.dispose();
        });
        test('after clearCookies and setStorageState', async ({ page, context }) => {
          await context.clearCookies();
          await ok(page);
          await context.setStorageState({ cookies: [], origins: [] });
          await ok(page);
          await context.request.clearCookies();
          await ok(page);
        });
        test('attributes', async ({ context, baseURL }) => {
          const [cookie, ...more] = (await context.cookies()).filter(({ name }) => name === 'app-test-token');
          expect(more).toEqual([]);
          expect(cookie).toMatchObject({ path: '/', httpOnly: true, secure: false, sameSite: 'Strict', domain: '127.0.0.1' });
        });
        test('backendApi and serverStatus', async ({ backendApi, serverStatus, testMode }) => {
          expect((await backendApi.get('/')).status()).toBe(200);
          expect(serverStatus.database).toBe(testMode.database);
          expect(serverStatus.token_hash).toBe(testMode.tokenHash);
        });
      `),
      },
    },
    { env: { APP_TEST_DATABASE: app.database } },
  );
  expect(output).toContain('11 passed');
  expect(exitCode).toBe(0);
  expect(report.page?.annotations.map(({ type }) => type)).toContain('app-test');
});
