import { expect, pick, test } from './doctor-test.js';

const right = [
  'node --import app-test/register server.js',
  'node --import=app-test/register --import tsx server.ts',
  'node --import tsx --import app-test/register server.ts',
  'NODE_OPTIONS="--import app-test/register" npx next dev',
  "cross-env NODE_ENV=test APP_TEST=1 tsx watch --import 'app-test/register' server.ts",
  'npm run build && APP_TEST=1 node --env-file .env --import app-test/register dist/server.js | cat',
];

for (const start of right) {
  test(`a preload that takes effect is in order: ${start}`, async ({ diagnose }) => {
    const report = await diagnose({ files: { 'package.json': { scripts: { start } } } });

    expect(pick(report, 'preload')).toEqual([`ok: package.json, script "start": ${start}`]);
    expect(report.exitCode).toBe(0);
  });
}

const wrong = {
  'node -r app-test/register server.js': 'ERR_REQUIRE_ASYNC_MODULE',
  "NODE_OPTIONS='--require=app-test/register' node server.js": 'ERR_REQUIRE_ASYNC_MODULE',
  'node server.js --import app-test/register': 'an argument of the script',
  'node --loader app-test/register server.js': 'beside the program',
  'node app-test/register server.js': 'as the main script',
  'node --import app-test/server server.js': 'sets nothing up',
};

for (const [start, reason] of Object.entries(wrong)) {
  test(`a preload without effect fails: ${start}`, async ({ diagnose }) => {
    const report = await diagnose({ files: { 'package.json': { scripts: { start } } } });

    const [finding, ...more] = report.findings.filter(({ check }) => check === 'preload');
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      result: 'failure',
      seen: `package.json, script "start": ${start}`,
      why: expect.stringContaining(reason),
      next: 'Write `node --import app-test/register server.js`.',
    });
    expect(report).toMatchObject({ passed: false, exitCode: 1 });
  });
}

test("the Playwright configuration's webServer is looked at as well", async ({ diagnose }) => {
  const report = await diagnose({
    files: {
      'playwright.config.mjs': `export default { webServer: [{
        command: 'node server.js',
        env: { NODE_OPTIONS: '-r app-test/register' },
        url: 'http://localhost:1',
      }] };`,
    },
  });

  expect(pick(report, 'preload')).toEqual([
    'failure: webServer of the Playwright configuration: node server.js',
  ]);
});

test('wiring in code is in order where app-test/server is imported first', async ({ diagnose }) => {
  const report = await diagnose({
    files: {
      'src/server.mjs': `import 'dotenv/config';\nimport { setup } from 'app-test/server';\nimport express from 'express';`,
    },
  });

  expect(pick(report, 'preload')).toEqual(['ok: src/server.mjs sets test mode up in code.']);
});

test('wiring in code after other modules is a warning that names them', async ({ diagnose }) => {
  const report = await diagnose({
    files: {
      'src/server.ts': `import http from 'node:http';
import type { Server } from 'somewhere';
import express from 'express';
import './routes.js';
import {
  activate,
  testMode,
} from 'app-test/server';`,
      // Test modules import from there too, and wire nothing.
      'testing/tea.js': `import { defineTestModule } from 'app-test/server';`,
    },
  });

  expect(pick(report, 'preload')).toEqual([
    "warning: src/server.ts imports app-test/server after 'express', './routes.js'.",
  ]);
});

test("the preload in the shell's NODE_OPTIONS together with APP_TEST is a warning", async ({
  runDoctor,
}) => {
  const env = { NODE_OPTIONS: '--import app-test/register', NODE_ENV: 'test' };
  const off = await runDoctor({ env });
  const on = await runDoctor({ env: { ...env, APP_TEST: '1' } });

  expect(off.stdout).toContain('ok       Preload           NODE_OPTIONS of this shell');
  expect(on.stdout).toContain(
    'warning  Preload           NODE_OPTIONS of this shell: --import app-test/register, with APP_TEST=1.',
  );
  expect([off.exitCode, on.exitCode]).toEqual([0, 0]);
});
