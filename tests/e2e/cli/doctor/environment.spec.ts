import { expect, pick, test } from './doctor-test.js';

const command = 'node --import app-test/register server.js';
const webServer = (env: Record<string, string>) => ({
  'playwright.config.mjs': `export default ${JSON.stringify({
    webServer: { command, url: 'http://localhost:1', env },
  })};`,
});
const source = 'webServer of the Playwright configuration';

test('a webServer with APP_TEST and NODE_ENV is in order', async ({ diagnose }) => {
  const report = await diagnose({ files: webServer({ APP_TEST: '1', NODE_ENV: 'test' }) });

  expect(pick(report, 'environment')).toEqual([`ok: ${source}: ${command}`]);
});

test('a webServer that runs a script hands its environment on', async ({ diagnose }) => {
  const write = (env: Record<string, string>) => ({
    'package.json': { scripts: { serve: command } },
    'playwright.config.mjs': `export default ${JSON.stringify({
      webServer: { command: 'npm run serve', url: 'http://localhost:1', env },
    })};`,
  });
  const called = `${source}, package.json, script "serve"`;
  const right = await diagnose({ files: write({ APP_TEST: '1', NODE_ENV: 'test' }) });
  const wrong = await diagnose({ files: write({ APP_TEST: '1', NODE_ENV: 'production' }) });

  expect(pick(right, 'environment')).toEqual([`ok: ${called}: ${command}`]);
  expect(pick(wrong, 'environment')).toEqual([
    expect.stringContaining(`failure: ${called}: ${command}: NODE_ENV is 'production'`),
  ]);
});

const refused: [Record<string, string>, string][] = [
  [{ APP_TEST: '1' }, 'NODE_ENV is not set'],
  [{ APP_TEST: '1', NODE_ENV: 'production' }, "NODE_ENV is 'production'"],
  [{ APP_TEST: '1', NODE_ENV: 'test', K_SERVICE: 'shop' }, 'K_SERVICE is set'],
  [{ APP_TEST: 'a b', NODE_ENV: 'test' }, "'a b' is not a valid namespace"],
  [
    { APP_TEST: '1', NODE_ENV: 'test', APP_TEST_DATABASE: '(default)' },
    "'(default)' is not a valid database name",
  ],
];

for (const [env, reason] of refused) {
  test(`a webServer that would be refused fails: ${JSON.stringify(env)}`, async ({ diagnose }) => {
    const report = await diagnose({ files: webServer(env) });

    expect(pick(report, 'environment')).toEqual([
      expect.stringContaining(`failure: ${source}: ${command}: ${reason}`),
    ]);
    expect(report.exitCode).toBe(1);
  });
}

test('a script that leaves NODE_ENV to its caller is a warning', async ({ diagnose }) => {
  const start = `APP_TEST=1 ${command}`;
  const files = { 'package.json': { scripts: { start, off: `APP_TEST=0 ${command}` } } };
  const open = await diagnose({ files });
  const given = await diagnose({ files, env: { NODE_ENV: 'development' } });

  expect(pick(open, 'environment')).toEqual([
    expect.stringContaining(`warning: package.json, script "start": ${start}: NODE_ENV is not set`),
  ]);
  expect(pick(given, 'environment')).toEqual([`ok: package.json, script "start": ${start}`]);
});
