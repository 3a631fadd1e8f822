import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromiumLaunchOptions } from '../../support/chromium.js';
import { expect, test as base } from '../../support/server-test.js';

// The login provider's page lives on another site: 127.0.0.1 and localhost are two.
const test = base.extend<{ provider: (link: string) => Promise<string> }>({
  launchOptions: chromiumLaunchOptions(),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  provider: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (link) => {
      const server = createServer((_, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end(
          `<a href="${link}">back</a><form method="post" action="${link}"><button>post</button></form>`,
        );
      });
      servers.push(server.listen(0, '127.0.0.1'));
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    for (const server of servers) server.close();
  },
});

test('spec 4.2 browser, 5.2: a person comes back from a login provider to the same address, with the cookie', async ({
  startServer,
  provider,
  page,
}) => {
  const server = await startServer();
  const app = server.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${app}/_test/config/enter`);
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));

  await page.goto(await provider(`${app}/account?next=%2Fa%20b&x=1#part`));
  await page.getByRole('link', { name: 'back' }).click();
  await expect(page.getByRole('heading', { name: 'App' })).toBeVisible();
  expect(page.url()).toBe(`${app}/account?next=%2Fa%20b&x=1#part`);
  expect(seen.filter((url) => url.includes('app-test-return'))).toHaveLength(1);
});

test('without a session the return ends on the plain page, not in a loop', async ({
  startServer,
  provider,
  page,
}) => {
  const server = await startServer();
  const app = server.url.replace('127.0.0.1', 'localhost');
  await server.status();
  await page.goto(await provider(`${app}/account`));
  await page.getByRole('link', { name: 'back' }).click();
  await expect(page.getByText('TOKEN_MISSING')).toBeVisible();
  await expect(page.getByRole('link', { name: /Start a test session/ })).toBeVisible();
  expect(await server.run(({ handled }) => handled as number)).toBeUndefined();
});

test('a form that another site posts stays refused', async ({ startServer, provider, page }) => {
  const server = await startServer();
  const app = server.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${app}/_test/config/enter`);
  await page.goto(await provider(`${app}/account`));
  const [response] = await Promise.all([
    page.waitForResponse(`${app}/account`),
    page.getByRole('button', { name: 'post' }).click(),
  ]);
  expect(response.status()).toBe(403);
  await expect(page.getByText(/Another site's page sent it/)).toBeVisible();
  expect(await server.run(({ methods = [] }) => methods as string[])).not.toContain('POST');
});

test('no address is ever marked under /_test, or sent to another host', async ({ startServer }) => {
  const server = await startServer();
  await server.status();
  const headers = {
    accept: 'text/html',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  };
  for (const path of ['/_test/cart', '/%5ftest/cart', '//evil.example/', '/\\evil.example/']) {
    const { status, text } = await server.request(path, { headers });
    expect([path, status, text.includes('app-test-return')]).toEqual([path, 403, false]);
  }
  expect((await server.request('/account', { headers })).text).toContain('app-test-return');
});

test('a marker works once, and a made-up one never', async ({ startServer }) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  const headers = {
    accept: 'text/html',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  };
  const { text } = await server.request('/account', { headers });
  const [marker = ''] = /app-test-return=[\w-]{22}/.exec(text) ?? [];
  const first = await server.visit(token, `/account?a=1&${marker}`);
  expect([first.status, first.headers.location]).toEqual([303, '/account?a=1']);
  expect((await server.visit(token, `/account?a=1&${marker}`)).status).toBe(200);
  const madeUp = `app-test-return=${'A'.repeat(22)}`;
  expect((await server.visit(token, `/account?${madeUp}`)).status).toBe(200);
});
