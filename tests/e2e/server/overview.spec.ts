import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chromiumLaunchOptions } from '../../support/chromium.js';
import { expect, test as base } from '../../support/server-test.js';

const test = base.extend<{ serveHostile: (html: string) => Promise<string> }>({
  // A page on another port of the same host: to cookies and SameSite the same site.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  serveHostile: async ({}, use) => {
    const servers: ReturnType<typeof createServer>[] = [];
    await use(async (html) => {
      const server = createServer((_request, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end(html);
      }).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      return `http://localhost:${(server.address() as AddressInfo).port}/`;
    });
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
  },
});

test.use({ launchOptions: chromiumLaunchOptions() });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('the page shows where the server is, its sessions and data, and resets and finishes', async ({
      startServer,
      page,
    }) => {
      const server = await startServer({ env: { APP_TEST: 'anna' } });
      const app = server.url.replace('127.0.0.1', 'localhost');
      const { token_hash: hash, token } = (await server.status()).json;
      await server.status('?session=w1&lease=run.w1');
      await page.goto(`${app}/_test/config/enter`);
      await server.visit(token, '/here', { method: 'POST' });
      await server.run(({ datastore }) =>
        datastore.save([
          { key: datastore.key(['<img src=x onerror=alert(1)>', 1]), data: {} },
          { key: datastore.key({ namespace: 'acme', path: ['Tea', 1] }), data: {} },
        ]),
      );
      await page.getByRole('link', { name: 'Sessions and data' }).click();

      await expect(page.getByText(hash as string)).toBeVisible();
      expect(await page.content()).not.toContain(token);
      await expect(page.getByRole('row', { name: 'Visit (default) 1' })).toBeVisible();
      await expect(page.getByRole('row', { name: 'Tea acme 1' })).toBeVisible();
      await expect(page.getByRole('row', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
      await expect(page.locator('img')).toHaveCount(0);
      await expect(page.getByRole('row', { name: /^w1 \d+ s ago run\.w1: renewed/ })).toBeVisible();

      await page.getByRole('button', { name: 'Reset' }).click();
      await expect(page.getByText('No entities.')).toBeVisible();
      await page.getByRole('button', { name: 'Finish' }).click();
      await expect(page.getByRole('heading', { name: 'Test session ended' })).toBeVisible();
      expect(await page.context().cookies()).toEqual([]);
      expect((await server.visit(token)).status).toBe(403);
    });
  });
}

test('a page of another port, which gets the cookie sent, can neither press a button nor frame them', async ({
  startServer,
  serveHostile,
  page,
}) => {
  const server = await startServer();
  const app = server.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${app}/_test/config/enter`);
  const { token } = (await server.status()).json;
  await server.visit(token, '/kept', { method: 'POST' });
  const hostile = await serveHostile(`<!doctype html>
    <form method="post" action="${app}/_test/?do=reset"><button>one</button></form>
    <form method="post" action="${app}/_test/?do=finish"><button>two</button></form>
    <form method="post" action="${app}/_test/data/reset"><button>three</button></form>
    <iframe src="${app}/_test/"></iframe>`);
  for (const name of ['one', 'two', 'three']) {
    await page.goto(hostile);
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      page.getByRole('button', { name }).click(),
    ]);
    expect([name, response.status()]).toEqual([name, 403]);
    // The cookie came along: it is the caller that was refused.
    expect(await response.text()).toContain('CROSS_SITE');
  }
  await page.goto(hostile);
  await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0);
  expect((await server.visit(token)).text).toContain('/kept');
});

test('the page needs the cookie, and is nobody else', async ({ startServer }) => {
  const server = await startServer();
  const { token } = (await server.status()).json;
  for (const path of ['/_test', '/_test/']) {
    expect((await server.request(path)).status).toBe(403);
    const { status, headers, text } = await server.visit(token, path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['cache-control']).toBe('no-store');
    expect(text).not.toContain(token);
  }
  const put = await server.visit(token, '/_test/', { method: 'PUT' });
  expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  expect((await server.visit(token, '/_test/?do=all', { method: 'POST' })).status).toBe(404);
});
