import { typePin } from './support/guarded-run.js';
import type { InlineProject } from './support/inline-project.js';
import { LiveServer } from './support/live-server.js';
import { expect, test as base } from './support/runner-test.js';

const test = base.extend<{ live: LiveServer; project: InlineProject }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  live: async ({}, use) => {
    const live = await new LiveServer().start();
    await use(live);
    await live.stop();
  },
  project: async ({ live }, use) => {
    await use({
      use: { baseURL: live.url },
      files: {
        'reads.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          test('reads', async ({ page }) => {
            await page.goto('/');
            await expect(page.locator('h1')).toHaveText('Live');
          });`,
      },
    });
  },
});

const bypassingSpec = `
  import { test } from '@playwright/test';
  test('bypasses', async ({ request, baseURL }) => { await request.post(baseURL + '/bypassed'); });`;

test('the PIN is shown spaced with the target and what is at stake, and lets the run begin', async ({
  live,
  project,
  startProject,
}) => {
  const { exitCode, output, report } = await typePin(startProject(project, { terminal: 'stdin' }));
  expect(output).toContain('GUARDED MODE');
  expect(output).toContain(live.url);
  expect(output).toContain('It is not in test mode: it answers 404.');
  expect(output).toContain('1 test will run against its real data');
  expect(output).toContain('1 passed');
  expect(exitCode).toBe(0);
  expect(live.cookies).toEqual([]);
  const [annotation] = report.reads!.annotations;
  expect(annotation?.type).toBe('app-test');
  expect(JSON.parse(annotation!.description!)).toEqual({
    mode: 'guarded',
    url: live.url,
    database: null,
    namespace: null,
    project_id: null,
    token_hash: null,
    server_version: null,
  });
});

test('mode guarded asks the server nothing', async ({ live, project, startProject }) => {
  const use = { ...project.use, testModeOptions: { mode: 'guarded' } };
  const { exitCode } = await typePin(startProject({ ...project, use }, { terminal: 'stdin' }));
  expect(exitCode).toBe(0);
  expect(live.requests.filter((request) => request.includes('/_test'))).toEqual([]);
});

test('the PIN is read from the controlling terminal where stdin is none', async ({
  project,
  startProject,
}) => {
  const { exitCode, output } = await typePin(
    startProject(project, { terminal: 'controlling' }),
    (pin) => pin.split('').join(' '),
  );
  expect(output).toContain('1 passed');
  expect(exitCode).toBe(0);
});

test('the PIN is another one every time', async ({ project, startProject }) => {
  const shown = /Type ((?:\d ){5}\d)/;
  const pins = await Promise.all(
    [1, 2].map(async () => {
      const { output } = await typePin(startProject(project, { terminal: 'stdin' }), () => 'no');
      return shown.exec(output)![1];
    }),
  );
  expect(pins[0]).not.toBe(pins[1]);
});

test('a wrong PIN ends the run: there is one try', async ({ live, project, startProject }) => {
  const run = startProject(project, { terminal: 'stdin' });
  const { exitCode, output } = await typePin(run, (pin) => String((Number(pin) + 1) % 1_000_000));
  expect(output).toContain('what was typed is not the PIN');
  expect(exitCode).toBe(1);
  expect(live.requests).toEqual([expect.stringMatching(/^POST \/_test\/config\/status\?/)]);
});

test('without a terminal there is no run', async ({ live, project, runProject }) => {
  const { exitCode, output } = await runProject(project);
  expect(output).toContain('whose PIN must be typed at a terminal, and there is none');
  expect(exitCode).toBe(1);
  expect(live.requests).toEqual([expect.stringMatching(/^POST \/_test\/config\/status\?/)]);
});

test('the environment is no way around the PIN', async ({ live, project, runProject }) => {
  const { key } = await import('../../../fixtures/target/target.js').then(({ resolveTarget }) =>
    resolveTarget({}, live.url, {}),
  );
  const targets = { [key]: { kind: 'guarded', reason: 'forged' } };
  const forged = JSON.stringify({ pid: process.pid, startedAt: Date.now(), targets });
  const { exitCode, output } = await runProject(
    { ...project, globalSetup: false },
    { env: { APP_TEST_RUN_STATE: forged } },
  );
  expect(output).toContain('nobody has granted that with the PIN');
  expect(exitCode).toBe(1);
  expect(live.requests).not.toContain('GET /');
});

test('without global setup no guarded test runs', async ({ live, project, runProject }) => {
  const { exitCode, output } = await runProject({ ...project, globalSetup: false });
  expect(output).toContain('nobody has granted that with the PIN');
  expect(exitCode).toBe(1);
  expect(live.requests).not.toContain('GET /');
});

test('a spec that bypasses our test stops a guarded run before it starts', async ({
  live,
  project,
  startProject,
}) => {
  const files = { ...project.files, 'bypass.spec.ts': bypassingSpec };
  const run = startProject({ ...project, files }, { terminal: 'stdin' });
  const { exitCode, output } = await run.finished();
  expect(output).toContain('bypass.spec.ts:3:3');
  expect(output).toContain("Import test from 'app-test/fixtures' there");
  expect(output).not.toContain('to go on');
  expect(exitCode).toBe(1);
  expect(live.requests).toEqual([expect.stringMatching(/^POST \/_test\/config\/status\?/)]);
});

test('a bypassing spec that is not selected stops nothing, and mergeTests is no bypass', async ({
  project,
  startProject,
}) => {
  const files = {
    ...project.files,
    'bypass.spec.ts': bypassingSpec,
    'merged.spec.ts': `
      import { mergeTests, test as base } from '@playwright/test';
      import { test as ours } from 'app-test/fixtures';
      const test = mergeTests(base.extend({ more: async ({}, use) => use(1) }), ours);
      test('merged reads', async ({ page, more }) => { await page.goto('/'); });`,
  };
  const run = startProject(
    { ...project, files },
    { terminal: 'stdin', arguments: ['--grep', 'reads'] },
  );
  const { exitCode, output } = await typePin(run);
  expect(output).toContain('2 passed');
  expect(exitCode).toBe(0);
});

test('tests that need test mode are skipped, not failed', async ({ project, startProject }) => {
  const files = {
    ...project.files,
    'needs.spec.ts': `
      import { test, expect } from 'app-test/fixtures';
      test('status', async ({ serverStatus }) => { throw new Error('ran'); });
      test('api', async ({ backendApi }) => { throw new Error('ran'); });
      test('call', async ({ testMode }) => {
        expect(testMode.mode).toBe('guarded');
        expect(testMode.database).toBe(null);
        await testMode.call('cart', 'fill');
        throw new Error('ran');
      });
      for (const tool of ['reset', 'seed', 'snapshot', 'restore', 'dump']) {
        test(tool, async ({ testMode }) => { await testMode[tool]('x'); throw new Error('ran'); });
      }
      test.describe('hook', () => {
        test.beforeEach(async ({ testMode }) => { await testMode.call('cart', 'fill'); });
        test('call in hook', async () => { throw new Error('ran'); });
      });
      test.describe('early hook', () => {
        test.beforeAll(async ({ testMode }) => { await testMode.call('cart', 'fill'); });
        test('call in beforeAll', async () => { throw new Error('ran'); });
      });`,
  };
  const run = startProject({ ...project, files }, { terminal: 'stdin' });
  const { exitCode, output, report } = await typePin(run);
  expect(output).toContain('10 skipped');
  expect(output).toContain('1 passed');
  expect(exitCode).toBe(0);
  expect(report.call?.annotations).toContainEqual(
    expect.objectContaining({ type: 'skip', description: expect.stringContaining('Guarded Mode') }),
  );
});

test('a test tagged @guarded-write may write, and the PIN prompt names it', async ({
  live,
  project,
  startProject,
}) => {
  const files = {
    'writes.spec.ts': `
      import { test, expect } from 'app-test/fixtures';
      test('may write', { tag: '@guarded-write' }, async ({ page, request }) => {
        await page.goto('/');
        await page.evaluate(() => fetch('/by-page', { method: 'POST' }));
        await request.post('/by-request');
      });
      test('may not', async ({ request, page }) => {
        await expect(request.post('/refused')).rejects.toThrow('@guarded-write');
        await page.goto('/');
        await page.evaluate(() => fetch('/refused', { method: 'POST' }).catch(() => {}));
      });`,
  };
  const { exitCode, output, report } = await typePin(
    startProject({ ...project, files }, { terminal: 'stdin' }),
  );
  expect(output).toMatch(/tagged @guarded-write:\s+writes.spec.ts › may write/);
  expect(output).toContain('2 passed');
  expect(exitCode).toBe(0);
  expect(live.writes).toEqual(['POST /by-page', 'POST /by-request']);
  expect(report['may not']?.annotations).toContainEqual({
    type: 'app-test-blocked',
    description: `POST ${live.url}/refused`,
  });
});
