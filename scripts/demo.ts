// `npm run demo`: the example shop in test mode, and its suite in Chromium against it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './ensure-chromium.js';
import { startShop } from './shop.js';
import { whenStopped } from './when-stopped.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');

const whatNext = `
What to look at next
  The tests you just saw      examples/shop/testing/specs
  How the run was recorded    app-test-report/runs.jsonl
  The shop, by hand           npm run example
  The same in test mode       APP_TEST=1 npm run example
  How to set up your own      README.md
`;

let suite: ChildProcess | undefined;
let isInterrupted = false;
whenStopped(() => {
  isInterrupted = true;
  // Playwright closes its browsers and ends the session on the first SIGINT; a second one would kill it.
  suite?.kill('SIGINT');
});

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
if (process.exitCode === 0) process.stdout.write(whatNext);

async function run(): Promise<number> {
  const chromium = await ensureChromium();
  const shop = await startShop({
    ...process.env,
    NODE_ENV: 'test',
    APP_TEST: '1',
    ...(!process.env.DATASTORE_EMULATOR_HOST && { APP_TEST_DATASTORE: 'embedded' }),
    PORT: '0',
    // A CI pod looks like a managed runtime. The demo's data are in memory or in an emulator.
    APP_TEST_ALLOW_RUNTIME: 'KUBERNETES_SERVICE_HOST',
  });
  try {
    return isInterrupted ? 130 : await runSuite(shop.url, chromium);
  } finally {
    await shop.stop();
  }
}

async function runSuite(url: string, chromium: string): Promise<number> {
  suite = spawn(
    process.execPath,
    [playwright, 'test', '--config', 'examples/shop/testing', ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...process.env, APP_TEST_URL: url, CHROMIUM_PATH: chromium },
      stdio: 'inherit',
      // Of a Ctrl-C in a terminal it would hear twice.
      detached: true,
    },
  );
  const [code] = await once(suite, 'exit');
  return (code as number | null) ?? 1;
}
