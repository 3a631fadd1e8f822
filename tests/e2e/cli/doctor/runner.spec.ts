import { expect, pick, test } from './doctor-test.js';

const config = (changes: object = {}) =>
  `export default ${JSON.stringify({
    globalSetup: 'app-test/global-setup',
    reporter: [['list'], ['app-test/reporter', { exemptProjects: ['offline'] }]],
    ...changes,
  })};`;
const own = "import { test } from 'app-test/fixtures';\ntest('a page', () => {});";
const foreign = "import { test } from '@playwright/test';\n\ntest('another page', () => {});";

test('a configuration with global setup, reporter and specs of ours is in order', async ({
  diagnose,
}) => {
  const report = await diagnose({
    files: { 'playwright.config.mjs': config(), 'a.spec.mjs': own },
  });

  expect(pick(report, 'runner')).toEqual([
    "ok: playwright.config.mjs has app-test's global setup and reporter.",
  ]);
  expect(pick(report, 'specs')).toEqual(["ok: All 1 tests are app-test's."]);
  expect(report.exitCode).toBe(0);
});

test('a configuration in TypeScript is read as well', async ({ diagnose }) => {
  const report = await diagnose({
    files: { 'playwright.config.ts': config(), 'a.spec.ts': own },
  });

  expect(pick(report, 'runner')).toEqual([
    "ok: playwright.config.ts has app-test's global setup and reporter.",
  ]);
});

test('--config names another configuration', async ({ diagnose, runDoctor }) => {
  const files = { 'e2e/pw.config.mjs': config(), 'e2e/a.spec.mjs': own };
  const report = await diagnose({ args: ['--config', 'e2e/pw.config.mjs'], files });
  const missing = await runDoctor({ args: ['--config', 'pw.config.mjs'] });

  expect(pick(report, 'specs')).toEqual(["ok: All 1 tests are app-test's."]);
  expect(missing.exitCode).toBe(1);
  expect(missing.stderr).toContain("--config names 'pw.config.mjs', which is not there.");
});

test('a configuration without global setup and reporter of ours is a warning for each', async ({
  diagnose,
}) => {
  const report = await diagnose({
    files: { 'playwright.config.mjs': 'export default {};', 'a.spec.mjs': own },
  });

  expect(pick(report, 'runner')).toEqual([
    "warning: The configuration has no globalSetup: 'app-test/global-setup'.",
    "warning: The configuration does not have the reporter 'app-test/reporter'.",
  ]);
});

test("a global setup of the project's own that passes on to ours is in order", async ({
  diagnose,
}) => {
  const report = await diagnose({
    files: {
      'playwright.config.mjs': config({ globalSetup: './setup.mjs' }),
      'setup.mjs': "export { default } from 'app-test/global-setup';",
      'a.spec.mjs': own,
    },
  });

  expect(pick(report, 'runner')).toEqual([expect.stringMatching(/^ok: /)]);
});

test('an option that the run would refuse fails here', async ({ diagnose }) => {
  const use = { baseURL: 'http://localhost:1', testModeOptions: { databse: 'x' } };
  const report = await diagnose({ files: { 'playwright.config.mjs': config({ use }) } });

  const [finding] = report.findings.filter(({ check }) => check === 'runner');
  expect(finding).toMatchObject({
    result: 'failure',
    seen: "testModeOptions has no option 'databse'.",
    next: expect.stringContaining("Did you mean 'database'?"),
  });
});

test('a spec that does not load fails, with what Playwright says', async ({ diagnose }) => {
  const report = await diagnose({
    files: { 'playwright.config.mjs': config(), 'a.spec.mjs': "throw new Error('no such page');" },
  });

  expect(pick(report, 'runner')).toEqual([expect.stringMatching(/^failure: .*no such page/)]);
  expect(report.exitCode).toBe(1);
});

test('a configuration that does not load fails, and the other checks are made', async ({
  diagnose,
}) => {
  const report = await diagnose({
    files: { 'playwright.config.mjs': 'export default {' },
  });

  expect(pick(report, 'runner')).toEqual([expect.stringMatching(/^failure: SyntaxError/)]);
  expect(pick(report, 'specs')).toEqual(['skipped: Playwright lists no tests here.']);
});

test('a spec that bypasses our test fails, with its place; exempt projects are left out', async ({
  diagnose,
}) => {
  const files = { 'a.spec.mjs': own, 'b.spec.mjs': foreign };
  const projects = (name: string) => ({
    'playwright.config.mjs': config({ projects: [{ name }] }),
  });
  const bypassing = await diagnose({ files: { ...files, ...projects('online') } });
  const exempt = await diagnose({ files: { ...files, ...projects('offline') } });

  expect(pick(bypassing, 'specs')).toEqual([
    "failure: 1 of 2 tests do not use app-test's test:\nb.spec.mjs:3:1 online › b.spec.mjs › another page",
  ]);
  expect(bypassing.exitCode).toBe(1);
  expect(pick(exempt, 'specs')).toEqual([expect.stringMatching(/^ok: /)]);
});

test('a spec that names a host without the cookie is a warning, with its line', async ({
  diagnose,
}) => {
  const use = { baseURL: 'http://localhost:8080' };
  const files = {
    'playwright.config.mjs': config({ use, webServer: { command: 'true', port: 8080 } }),
    'a.spec.mjs': `${own}\n// http://localhost:8080/cart\nconst cart = 'http://127.0.0.1:8080/cart';`,
  };
  const strays = await diagnose({ files });
  const testModeOptions = { cookieUrls: ['http://127.0.0.1:8080'] };
  const covered = await diagnose({
    files: { ...files, 'playwright.config.mjs': config({ use: { ...use, testModeOptions } }) },
  });

  expect(pick(strays, 'cookie-hosts')).toEqual([
    'warning: a.spec.mjs:4 names http://127.0.0.1:8080; the tests have the cookie for localhost.',
  ]);
  expect(pick(covered, 'cookie-hosts')).toEqual([
    'ok: The cookie is set for localhost, 127.0.0.1.',
  ]);
});

test('a --url under another name than the configuration has is a warning', async ({
  diagnose,
  startApp,
}) => {
  const { server, database } = await startApp();
  const use = {
    baseURL: server.url.replace('127.0.0.1', 'localhost'),
    testModeOptions: { database },
  };
  const report = await diagnose({
    args: ['--url', server.url],
    files: { 'playwright.config.mjs': config({ use }) },
  });

  expect(pick(report, 'cookie-hosts')).toEqual([
    `warning: ${server.url} (named by --url) is not a host that the tests have the cookie for: localhost.`,
  ]);
  expect(pick(report, 'expectations')).toEqual([expect.stringMatching(/^ok: /)]);
});
