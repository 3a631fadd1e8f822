import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './installed-package.js';

test('Playwright resolves global setup and reporter by the names of the package', async ({
  installed,
}) => {
  installed.link('@playwright/test');
  // It says that it is no development server: global setup has to stop.
  const server = createServer((_, response) => {
    const error = { code: 'NOT_DEV_SERVER', message: 'Not in dev mode.', next: null };
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  installed.write(
    'playwright.config.ts',
    `import { defineConfig } from '@playwright/test';
     import type { AppTestOptions } from 'app-test/fixtures';
     export default defineConfig<AppTestOptions>({
       globalSetup: 'app-test/global-setup',
       reporter: [['line'], ['app-test/reporter']],
       use: { baseURL: '${url}', testModeOptions: { mode: 'test' } },
     });`,
  );
  installed.write(
    'some.spec.ts',
    `import { test } from 'app-test/fixtures';
     test('never runs', () => {});`,
  );

  const { code, output } = await installed.run(['node_modules/@playwright/test/cli.js', 'test']);
  server.close();

  expect(output).toContain('Not in dev mode.');
  expect(output).toContain(`app-test: failed before any test began, ${url}`);
  expect(code).toBe(1);
  const records = readFileSync(join(installed.folder, 'app-test-report/runs.jsonl'), 'utf8');
  expect(JSON.parse(records)).toMatchObject({ outcome: 'failed', failed_in_setup: true, url });
});
