// Compiled, never run: what the types of the runner's entries admit, and what they refuse.
import { finish, requireTestMode, type StatusResponse } from 'app-test/client';
import { startDatastore } from 'app-test/datastore';
import { type AppTestOptions, type DataDump, expect, test } from 'app-test/fixtures';
import type globalSetup from 'app-test/global-setup';
import Reporter, { type RunRecord } from 'app-test/reporter';
import { defineConfig, mergeTests, test as base } from '@playwright/test';

export default defineConfig<AppTestOptions>({
  globalSetup: 'app-test/global-setup',
  reporter: [['list'], ['app-test/reporter', { outputDir: 'runs' }]],
  use: {
    baseURL: 'http://localhost:8080',
    isolation: 'test',
    testModeOptions: { mode: 'auto', database: 'app-tests', namespace: '' },
  },
});

defineConfig<AppTestOptions>({
  // @ts-expect-error -- no such mode
  use: { testModeOptions: { mode: 'live' } },
});
defineConfig<AppTestOptions>({
  // @ts-expect-error -- a misspelt option
  use: { testModeOptions: { databse: 'app-tests' } },
});

defineConfig<AppTestOptions>({
  // @ts-expect-error -- no such isolation
  use: { isolation: 'file' },
});

test('data tools', async ({ testMode }) => {
  const added: number = await testMode.seed<number>('catalog', { products: 3 });
  const counts: number[] = [await testMode.snapshot('full'), await testMode.restore('full')];
  const { entities, truncated }: DataDump = await testMode.dump();
  const deleted: number = await testMode.reset();
  // @ts-expect-error -- a snapshot has a name
  await testMode.restore();
  expect([added, counts, entities[0]?.properties.price, truncated, deleted]).toBeTruthy();
});

test('fixtures', async ({ page, context, testMode, serverStatus, backendApi }) => {
  const { data } = await testMode.call<{ lines: number }>('cart', 'fill', { assam: 2 });
  const lines: number = data.lines;
  // @ts-expect-error -- the module answers a number
  const wrong: string = data.lines;
  const status: StatusResponse = serverStatus;
  await backendApi.get('/');
  await page.goto('/');
  expect([lines, wrong, status.token_hash, context]).toBeTruthy();
  // @ts-expect-error -- what a test runs against cannot be changed from within
  testMode.database = 'other';
});

mergeTests(test, base)('merged', async ({ testMode, page }) => {
  expect([testMode.mode, page]).toBeTruthy();
});

const { token, expires_in: expiresIn } = await requireTestMode('http://localhost:8080', {
  database: 'app-tests',
});
const seconds: number = expiresIn;
const { had_token: hadToken } = await finish('http://localhost:8080', token);
const had: boolean = hadToken;
// @ts-expect-error -- an address is a string
await requireTestMode(8080);
// @ts-expect-error -- finish needs the token
await finish('http://localhost:8080');

const datastore = await startDatastore({ port: 0 });
const address: string = datastore.address;
await datastore.stop();
// @ts-expect-error -- a misspelt option
await startDatastore({ prt: 0 });

// @ts-expect-error -- a misspelt option
const reporter = new Reporter({ outputdir: 'runs' });

export type Unused = [
  typeof seconds,
  typeof had,
  typeof address,
  typeof reporter,
  typeof globalSetup,
  RunRecord,
];
