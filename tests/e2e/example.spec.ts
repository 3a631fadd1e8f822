import { test as base, expect } from '@playwright/test';
import { tokenCookieName } from '../../protocol/index.js';
import { startBackend } from '../support/backend.js';
import { type RunningScript, startScript } from '../support/start-script.js';

const test = base.extend<{ open: (env?: Record<string, string>) => Promise<Example> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern here
  open: async ({}, use) => {
    const scripts: RunningScript[] = [];
    await use(async (env = {}) => {
      const script = startScript('scripts/example.ts', { env: { PORT: '0', ...env } });
      scripts.push(script);
      return { script, url: await script.printed(/is open at (\S+)\n/) };
    });
    for (const script of scripts) await script.stop();
  },
});

interface Example {
  script: RunningScript;
  url: string;
}

const withToken = { headers: { cookie: `${tokenCookieName}=${'a'.repeat(43)}` } };

test('without APP_TEST the example is an ordinary shop with something to buy', async ({ open }) => {
  const { url } = await open();

  const answer = await fetch(url);

  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Sencha Asatsuyu');
  expect(await (await fetch(`${url}/partners/acme/`)).text()).toContain('Meeting Mint');
  // There is no test mode to be found, under any of its addresses.
  expect((await fetch(`${url}/_test/config/status`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}/_test/catalog/fill`, { method: 'POST' })).status).toBe(404);
});

test('spec 7 guard, 5.5: a production server answers 403 to a request with the token cookie', async ({
  open,
}) => {
  const { url } = await open({ NODE_ENV: 'production' });

  expect((await fetch(url)).status).toBe(200);
  const refusal = await fetch(url, withToken);
  expect(refusal.status).toBe(403);
  expect(await refusal.json()).toMatchObject({ error: { code: 'PRODUCTION_GUARD' } });
});

test('spec 5.1, 7 no-cookie: in test mode the example refuses a request without the token', async ({
  open,
}) => {
  const { url, script } = await open({ APP_TEST: '1' });

  expect(await script.printed(/begin at (\S+)\n/)).toBe(`${url}/_test/config/enter`);
  const refusal = await fetch(url);
  expect(refusal.status).toBe(403);
  expect(await refusal.json()).toMatchObject({ error: { code: 'TOKEN_MISSING' } });
  const wrong = await fetch(url, withToken);
  expect(await wrong.json()).toMatchObject({ error: { code: 'TOKEN_INVALID' } });

  const entered = await fetch(`${url}/_test/config/enter`);
  const [cookie] = entered.headers.getSetCookie();
  const admitted = await fetch(url, { headers: { cookie: cookie!.split(';')[0]! } });
  expect(admitted.status).toBe(200);
  // Nobody seeded the test database: it is not the one that the shop sells from.
  expect(await admitted.text()).not.toContain('Sencha Asatsuyu');
});

test('spec 7 activate: the example does not start in test mode on a production server', async () => {
  const env = { PORT: '0', APP_TEST: '1', NODE_ENV: 'production' };
  const script = startScript('scripts/example.ts', { env });

  expect(await script.ended).toBe(1);
  expect(script.output()).toContain('not in dev mode');
});

test('the example uses the emulator that DATASTORE_EMULATOR_HOST names', async ({ open }) => {
  const backend = await startBackend();
  const project = `shop-${Math.random().toString(36).slice(2, 10)}`;
  const env = { DATASTORE_EMULATOR_HOST: backend.address, DATASTORE_PROJECT_ID: project };
  const first = await open(env);
  const order = await buy(first.url, 'gunpowder');
  expect(await first.script.stop()).toBe(0);

  // What the first one wrote is still there for the second.
  const second = await open(env);
  expect((await fetch(`${second.url}/orders/${order}`)).status).toBe(200);
  const third = await open();
  expect((await fetch(`${third.url}/orders/${order}`)).status).toBe(404);
  await second.script.stop();
  await backend.stop();
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} closes the example and what it started`, async ({ open }) => {
    const { script, url } = await open();

    expect(await script.stop(signal)).toBe(0);

    await expect(fetch(url)).rejects.toThrow();
  });
}

test('the shop ends when its launcher is killed', async ({ open }) => {
  const { script, url } = await open();

  await script.stop('SIGKILL');

  await expect(async () => await expect(fetch(url)).rejects.toThrow()).toPass({ timeout: 5000 });
});

async function buy(url: string, product: string): Promise<string> {
  const send = (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const cart = await send('/api/cart/items', { product, quantity: 1 });
  const cookie = cart.headers.getSetCookie().map((header) => header.split(';')[0]);
  const placed = await send(
    '/api/checkout',
    { name: 'Ada', email: 'ada@example.com' },
    cookie.join('; '),
  );
  return ((await placed.json()) as { order: string }).order;
}
