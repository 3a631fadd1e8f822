import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { rpcMethods } from '../../../server/redirect/rpc-methods.js';
import { expect, loadDatastore, test } from './redirect-test.js';
import { runApp } from './run-app.js';

type Client = Record<string, (request: object, callback?: (error: unknown) => void) => unknown>;

/** Installs a package that looks like another version of the Datastore client, and loads it. */
function loadOther(
  testInfo: TestInfo,
  { name = '@google-cloud/datastore', version = '8.7.0', methods = allMethods, source = '' } = {},
): { DatastoreClient: new () => Client } {
  const root = testInfo.outputPath('node_modules', 'other');
  const folder = join(root, 'build', 'src', 'v1');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, version }));
  const body = methods
    .map((method) => `${method}() { return Promise.resolve(['left']); }`)
    .join('\n');
  const file = join(folder, 'datastore_client.js');
  writeFileSync(file, source || `exports.DatastoreClient = class { ${body} };`);
  loadedFiles.push(file);
  return require(file) as { DatastoreClient: new () => Client };
}

const require = createRequire(import.meta.url);
const loadedFiles: string[] = [];

test.afterEach(() => {
  for (const file of loadedFiles.splice(0)) delete require.cache[file];
});

const allMethods: string[] = [...rpcMethods, 'initialize'];
const unsupported = expect.objectContaining({ code: 'DATASTORE_UNSUPPORTED' });

test('calls of a version that is not known are refused once calls wait', async ({
  watching,
  target,
}, testInfo) => {
  const { DatastoreClient } = loadOther(testInfo);
  const client = new DatastoreClient();
  expect(await client.lookup!({})).toEqual(['left']);
  watching.wait();
  await expect(client.lookup!({})).rejects.toEqual(unsupported);
  watching.open(target);
  watching.admit();
  for (const method of allMethods.slice(0, -1)) {
    await expect(client[method]!({})).rejects.toEqual(unsupported);
  }
  const called = await new Promise((resolve) => client.commit!({}, resolve));
  expect(called).toEqual(unsupported);
  expect(String(called)).toContain('@google-cloud/datastore 8.7.0');
  // The app's own copy works all the same.
  const datastore = new (loadDatastore('@google-cloud/datastore').Datastore)();
  expect(await datastore.get(datastore.key(['Task', 'x']))).toEqual([undefined]);
  expect(watching.addressNow()).toEqual(target);
});

test('calls of a known version with a strange shape are refused', async ({
  redirect,
}, testInfo) => {
  expect(redirect.state).toBe('admitted');
  const methods = ['lookup', 'commit', 'initialize'];
  const { DatastoreClient } = loadOther(testInfo, { version: '10.9.0', methods });
  const client = new DatastoreClient();
  await expect(client.lookup!({})).rejects.toEqual(unsupported);
  await expect(client.runQuery!({})).rejects.toEqual(unsupported);
});

test('a client module without a client stops activation', async ({
  watching,
  target,
}, testInfo) => {
  loadOther(testInfo, { version: '10.9.0', source: 'exports.nothing = true;' });
  watching.wait();
  expect(() => watching.open(target)).toThrow(unsupported);
});

test('packages that only look alike are left alone', async ({ redirect }, testInfo) => {
  expect(redirect.state).toBe('admitted');
  const { DatastoreClient } = loadOther(testInfo, { name: 'my-datastore' });
  expect(await new DatastoreClient().lookup!({})).toEqual(['left']);
});

test('an app without the Datastore client is told so', async ({ target }) => {
  // Below the repository, the client would be found.
  const folder = mkdtempSync(join(tmpdir(), 'app-test-'));
  const file = join(folder, 'app.mjs');
  const redirectModule = new URL('../../../dist/server/redirect/index.js', import.meta.url).href;
  writeFileSync(
    file,
    `import { installRedirect } from ${JSON.stringify(redirectModule)};
     process.chdir(${JSON.stringify(folder)});
     const redirect = installRedirect();
     redirect.wait();
     try { redirect.open(JSON.parse(process.env.REDIRECT_TARGET)); }
     catch (error) { process.stdout.write(error.code + ' ' + error.message); }`,
  );
  const run = await runApp([file], target);
  rmSync(folder, { recursive: true });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('DATASTORE_MISSING');
  expect(run.stdout).toContain('npm install @google-cloud/datastore');
  expect(run.stdout).toContain('activate({ client })');
});
