import { findFreePort } from '../../support/free-port.js';
import { commonJsApp, generatedMain } from './apps.js';
import { expect, test } from './generated-project.js';

test('yarn, CommonJS, beside another Playwright suite: what init writes passes untouched', async ({
  makeProject,
}) => {
  const port = await findFreePort();
  const scripts = {
    start: 'NODE_ENV=production node ./bin/www',
    'start:test': 'node scripts/check-start.js',
    'test:e2e': 'playwright test',
  };
  const project = makeProject({
    'package.json': JSON.stringify({
      name: 'notes',
      version: '1.0.0',
      private: true,
      scripts,
      dependencies: { '@google-cloud/datastore': '^9.2.1', express: '^4.22.3' },
      devDependencies: { '@playwright/test': '^1.65.1', 'app-test': '{{app-test}}' },
    }),
    'bin/www': generatedMain(),
    'app.js': commonJsApp(),
    'playwright.config.js': 'module.exports = { workers: 1 };\n',
    'pages.spec.js': `const { test } = require('@playwright/test');\ntest('theirs', () => {});\n`,
    'testing/notes.txt': 'Somebody uses this folder already.\n',
    Dockerfile: 'FROM node:22\nCOPY . .\n',
  });
  expect(await project.run('yarn install --ignore-scripts')).toMatchObject({ code: 0 });

  const init = await project.run(`yarn --silent app-test init --yes --port ${port}`);

  expect(init.code, init.output).toBe(0);
  expect(init.output).toContain('yarn (lock file)');
  expect(init.output).toContain('CommonJS, JavaScript, Express');
  expect(init.output).toContain('bin/www (script start)');
  expect(init.output).toContain('app-tests/ in JavaScript, beside playwright.config.js');
  expect(init.output).toContain('yarn run test:app-test');
  const after = JSON.parse(project.read('package.json')) as { scripts: typeof scripts };
  expect(after.scripts).toEqual({
    ...scripts,
    'start:app-test': 'node --import app-test/register bin/www',
    'test:app-test': 'playwright test --config app-tests',
  });
  expect(project.read('.dockerignore')).toBe('app-tests/\n');

  const config = 'app-tests/playwright.config.mjs';
  const suite = await project.runSuite('yarn run test:app-test', config);

  expect(suite.output).toContain('2 passed');
  expect(suite.code).toBe(0);
  const theirs = await project.run('yarn run test:e2e --list');
  expect(theirs.output).toContain('Total: 1 test in 1 file');
  const again = await project.run('yarn --silent app-test init --yes');
  expect(again.output).toContain('Nothing to write');
  expect(again.output).toContain('yarn run test:app-test');
});
