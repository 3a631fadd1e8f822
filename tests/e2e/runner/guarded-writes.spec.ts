import { LiveServer } from './support/live-server.js';
import { typePin } from './support/guarded-run.js';
import { expect, test } from './support/runner-test.js';

/** Writes until it is ended, to a path that says whose worker it is. */
const posting = `
  const post = () => fetch(self.origin + '/' + self.name, { method: 'POST', keepalive: true }).catch(() => {}).then(post);
  for (let at = 0; at < 10; at++) post();`;

const pages = {
  '/form': `<!doctype html><form method="post" action="/form-post"><button>Send</button></form>
    <form method="post" action="/form-blank" target="_blank"><button>Send elsewhere</button></form>
    <a href="/" ping="/a-ping">Leave</a>`,
  '/worker.js': `fetch('/worker-post', { method: 'POST' }).catch(() => {}).then(() => postMessage('done'));`,
  '/shared.js': `onconnect = ({ ports: [port] }) =>
    fetch('/shared-post', { method: 'POST' }).catch(() => {}).then(() => port.postMessage('done'));`,
  '/posting.js': posting,
  '/imports.js': `import '/posting.js';`,
  '/hanging.js': `for (let at = 0; at < 20; at++) fetch('/hanging-worker', { method: 'POST', keepalive: true }).catch(() => {});
    for (;;);`,
  '/sw.js': `self.addEventListener('activate', (event) => event.waitUntil(fetch('/service-post', { method: 'POST' })));`,
};

/** Begins workers of a page called `other` that write until they are ended. */
const startWorkers = (name: string) => `
      const begun = other.waitForEvent('requestfailed');
      await other.evaluate((posting) => {
        const name = 'workers-of-${name}';
        new Worker('/posting.js', { name });
        new Worker('/imports.js', { name, type: 'module' });
        new Worker(URL.createObjectURL(new Blob([posting])), { name });
      }, ${JSON.stringify(posting)});
      await begun;`;

/** Opens a window called `other`. */
const openWindow = `
      const [other] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate(() => { window.opened = window.open('/form'); }),
      ]);
      await other.waitForLoadState();
      const closed = other.waitForEvent('close');`;

/** Ways in which a page writes. Each runs in a test of its own, and leaves what might yet be sent the time to arrive. */
const ways = {
  fetch: `await page.evaluate(() => fetch('/fetch-post', { method: 'POST' }).catch(() => {}));`,
  put: `await page.evaluate(() => fetch('/fetch-put', { method: 'PUT' }).catch(() => {}));`,
  xhr: `await page.evaluate(() => new Promise((done) => {
      const xhr = new XMLHttpRequest();
      xhr.onloadend = done;
      xhr.open('DELETE', '/xhr-delete');
      xhr.send();
    }));`,
  form: `await page.getByText('Send', { exact: true }).click(); await page.waitForTimeout(300);`,
  'form to a new window': `await page.getByText('Send elsewhere').click(); await page.waitForTimeout(300);`,
  'link ping': `await page.getByText('Leave').click(); await page.waitForTimeout(300);`,
  beacon: `await page.evaluate(() => { navigator.sendBeacon('/beacon'); });`,
  'beacon while leaving': `await page.evaluate(() => {
      addEventListener('pagehide', () => navigator.sendBeacon('/late-beacon'));
    });
    await page.goto('/');
    await page.waitForTimeout(300);`,
  'beacon while closing': `await page.evaluate(() => {
      addEventListener('pagehide', () => navigator.sendBeacon('/closing-beacon'));
      addEventListener('unload', () => navigator.sendBeacon('/closing-beacon'));
    });
    await page.close({ runBeforeUnload: true });
    await new Promise((done) => setTimeout(done, 500));`,
  'keepalive while closing': `await page.evaluate(() => {
      addEventListener('pagehide', () => void fetch('/keepalive', { method: 'POST', keepalive: true }));
    });
    await page.close();
    await new Promise((done) => setTimeout(done, 500));`,
  'request sent while closing': `await page.evaluate(() => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', '/closing-xhr');
      addEventListener('pagehide', () => xhr.send());
      addEventListener('pagehide', () => void fetch('/closing-fetch', { method: 'POST' }));
    });
    await page.close();
    await new Promise((done) => setTimeout(done, 300));`,
  'requests under way while closing': `const begin = () => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      for (const view of [window, frame.contentWindow])
        for (let at = 0; at < 20; at++) view.fetch('/under-way', { method: 'POST', keepalive: true }).catch(() => {});
    };
    for (let at = 0; at < 5; at++) {
      const other = await context.newPage();
      await other.goto('/');
      await other.evaluate(begin);
      await other.close();
      const own = await browser.newContext();
      const ownPage = await own.newPage();
      await ownPage.goto('/');
      await ownPage.evaluate(begin);
      await own.close();
    }
    await page.evaluate(begin);`,
  'workers that write while closing': `for (let at = 0; at < 5; at++) {
      const other = await context.newPage();
      await other.goto('/');
      ${startWorkers('closing')}
      await other.close();
    }`,
  'workers that write while leaving': `for (let at = 0; at < 5; at++) {
      const other = page;
      ${startWorkers('leaving')}
      await page.goto('/form');
    }`,
  'workers that are ended while they write': `for (let at = 0; at < 5; at++) {
      const begun = page.waitForEvent('requestfailed');
      await page.evaluate(() => { window.worker = new Worker('/posting.js', { name: 'ended' }); });
      await begun;
      await page.evaluate(() => { window.worker.terminate(); });
    }`,
  'workers that write at the end': `const other = page; ${startWorkers('end')}`,
  'worker that hangs while closing': `const other = await context.newPage();
    await other.goto('/');
    const begun = other.waitForEvent('worker');
    await other.evaluate(() => { new Worker('/hanging.js'); });
    await begun;
    await other.close();`,
  'window that closes itself': `for (let at = 0; at < 3; at++) {
      ${openWindow}
      ${startWorkers('closing-itself')}
      await other.evaluate(() => { setTimeout(() => {
        for (let at = 0; at < 20; at++) fetch('/closing-itself', { method: 'POST', keepalive: true }).catch(() => {});
        window.close();
      }); });
      await closed;
    }`,
  'window that is closed by its opener': `for (let at = 0; at < 3; at++) {
      ${openWindow}
      ${startWorkers('opener')}
      await page.evaluate(() => { window.opened.close(); });
      await closed;
    }`,
  'page that hangs while closing': `for (let at = 0; at < 3; at++) {
      const other = await context.newPage();
      await other.goto('/');
      ${startWorkers('hanging')}
      await other.evaluate(() => {
        setTimeout(() => {
          for (let at = 0; at < 20; at++) fetch('/hanging', { method: 'POST', keepalive: true }).catch(() => {});
          for (;;);
        });
      });
      await other.close();
    }`,
  worker: `await page.evaluate(() => new Promise((done) => { new Worker('/worker.js').onmessage = done; }));`,
  'shared worker': `await page.evaluate(() => Promise.race([
      new Promise((done) => { try { new SharedWorker('/shared.js').port.onmessage = done; } catch { done(); } }),
      new Promise((done) => setTimeout(done, 1000)),
    ]));`,
  'service worker': `await page.evaluate(() => navigator.serviceWorker.register('/sw.js').then(() => {}, () => {}));
    await page.waitForTimeout(500);`,
  'keepalive request while leaving': `await page.evaluate(() => {
      const request = new Request('/kept', { method: 'POST', keepalive: true });
      addEventListener('pagehide', () => void fetch(request));
    });
    await page.goto('/');
    await page.waitForTimeout(300);`,
  'beacon of a frame': `await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.contentWindow.navigator.sendBeacon('/frame-beacon');
      frame.contentWindow.fetch('/frame-keepalive', { method: 'POST', keepalive: true }).catch(() => {});
    });
    await page.close();
    await new Promise((done) => setTimeout(done, 300));`,
  'own page.route': `await page.route('**/*', (route) => route.continue());
    await page.evaluate(() => fetch('/own-route', { method: 'POST' }).catch(() => {}));`,
  'own page.route with a changed method': `await page.route('**/*', (route) => route.continue({ method: 'POST' }));
    await page.evaluate(() => fetch('/changed-method').catch(() => {}));`,
  'own fallback with a changed method': `await page.route('**/*', (route) => route.fallback({ method: 'POST' }));
    await page.evaluate(() => fetch('/changed-fallback').catch(() => {}));`,
  'own context.route': `await context.route('**/*', (route) => route.continue());
    await page.evaluate(() => fetch('/own-context-route', { method: 'POST' }).catch(() => {}));`,
  'route.fetch': `await page.route('**/*', async (route) => {
      await route.fetch({ method: 'POST' }).catch(() => {});
      await route.abort();
    });
    await page.evaluate(() => fetch('/route-fetch').catch(() => {}));`,
  unrouteAll: `await context.unrouteAll();
    await page.unrouteAll();
    await context.unroute('**/*');
    await page.evaluate(() => fetch('/unrouted', { method: 'POST' }).catch(() => {}));`,
  'popup route': `const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => { window.open('/form'); })]);
    await popup.route('**/*', (route) => route.continue());
    await popup.evaluate(() => fetch('/popup-post', { method: 'POST' }).catch(() => {}));`,
  'redirect of a mock': `await page.route('**/mocked', (route) =>
      route.fulfill({ status: 307, headers: { location: '/redirected' } }));
    await page.evaluate(() => fetch('/mocked', { method: 'POST' }).catch(() => {}));`,
  'own context': `const own = await browser.newContext();
    const ownPage = await own.newPage();
    await ownPage.goto('/');
    await ownPage.evaluate(() => fetch('/own-context', { method: 'POST' }).catch(() => {}));`,
};

test('Guarded Mode blocks every unsafe method, in pages and request contexts', async ({
  startProject,
}) => {
  const live = await new LiveServer(pages).start();
  const run = startProject(
    {
      use: { baseURL: live.url, testModeOptions: { mode: 'guarded' } },
      files: {
        'ways.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          test.beforeEach(async ({ page }) => { await page.goto('/form'); });
          ${Object.entries(ways)
            .map(
              ([name, way]) => `test('${name}', async ({ page, context, browser }) => { ${way} });`,
            )
            .join('\n')}
        `,
        'requests.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          import { request as imported } from '@playwright/test';
          const blocked = expect.objectContaining({ code: 'GUARDED_WRITE_BLOCKED' });
          test('request contexts', async ({ request, page, playwright, baseURL }) => {
            const own = await imported.newContext({ baseURL });
            for (const context of [request, page.request, own]) {
              for (const method of ['post', 'put', 'patch', 'delete']) {
                await expect(context[method]('/api').catch((error) => error)).resolves.toEqual(blocked);
              }
              await expect(context.fetch('/api', { method: 'pOsT' }).catch((error) => error)).resolves.toEqual(blocked);
              expect((await context.get('/')).status()).toBe(200);
              expect((await context.head('/')).status()).toBe(200);
            }
          });
          test('mocks stay free', async ({ page }) => {
            await page.goto('/');
            await page.route('**/mocked', (route) => route.fulfill({ body: 'mocked' }));
            expect(await page.evaluate(() => fetch('/mocked', { method: 'POST' }).then((r) => r.text()))).toBe('mocked');
            await page.unroute('**/mocked');
            expect(await page.evaluate(() => fetch('/mocked', { method: 'POST' }).catch(() => 'blocked'))).toBe('blocked');
          });
        `,
      },
    },
    { terminal: 'stdin' },
  );
  const { exitCode, output } = await typePin(run);
  expect(live.writes).toEqual([]);
  expect(live.cookies).toEqual([]);
  expect(output).toContain(`${Object.keys(ways).length + 2} passed`);
  expect(exitCode).toBe(0);
  await live.stop();
});

test('Guarded Mode blocks writes of a page in a browser that has no gate', async ({
  startProject,
}) => {
  const live = await new LiveServer(pages).start();
  // Those that leave nothing under way when their page is closed: what is then let go of, only a gate holds.
  const names: (keyof typeof ways)[] = [
    'fetch',
    'put',
    'xhr',
    'form',
    'form to a new window',
    'link ping',
    'beacon while leaving',
    'beacon while closing',
    'keepalive while closing',
    'request sent while closing',
    'keepalive request while leaving',
    'worker',
    'shared worker',
    'service worker',
    'own page.route',
    'own page.route with a changed method',
    'own context.route',
    'unrouteAll',
    'popup route',
  ];
  const run = startProject(
    {
      use: { baseURL: live.url, testModeOptions: { mode: 'guarded' } },
      files: {
        'ways.spec.ts': `
          import { test } from 'app-test/fixtures';
          test.beforeAll(({ browser }) => { browser.browserType = () => ({ name: () => 'firefox' }); });
          test.beforeEach(async ({ page }) => { await page.goto('/form'); });
          ${names.map((name) => `test('${name}', async ({ page, context, browser }) => { ${ways[name]} });`).join('\n')}`,
      },
    },
    { terminal: 'stdin' },
  );
  const { output } = await typePin(run);
  expect(live.writes).toEqual([]);
  expect(output).toContain(`${names.length} passed`);
  await live.stop();
});

test('Guarded Mode blocks in reused contexts, which Playwright resets between tests', async ({
  startProject,
}) => {
  const live = await new LiveServer(pages).start();
  const write = `
    await page.goto('/form');
    await page.evaluate(() => fetch('/reused', { method: 'POST' }).catch(() => {}));
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js').catch(() => {}));`;
  const run = startProject(
    {
      use: { baseURL: live.url, testModeOptions: { mode: 'guarded' } },
      files: {
        'reuse.spec.ts': `
          import { test } from 'app-test/fixtures';
          for (const number of [1, 2, 3]) test('reuse ' + number, async ({ page }) => { ${write} });`,
      },
    },
    { terminal: 'stdin', env: { PW_TEST_REUSE_CONTEXT: '1' } },
  );
  const { output } = await typePin(run);
  expect(output).toContain('3 passed');
  expect(live.writes).toEqual([]);
  await live.stop();
});
