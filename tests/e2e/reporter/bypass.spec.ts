import { expect, test } from './reporter-test.js';

const bypassing = {
  'bypass.spec.ts': `
    import { test } from '@playwright/test';

    test('goes its own way', () => { console.log('it has run'); });
  `,
};
const ours = `
  import { test } from 'app-test/fixtures';
  test('is ours', () => { console.log('ours has run'); });
`;

test('a spec that bypasses our test fails the run before any test', async ({
  startApp,
  runProject,
  describeProject,
  readRecords,
}) => {
  const app = await startApp();

  const { exitCode, output } = await runProject(describeProject(app, ours, { files: bypassing }), {
    env: { APP_TEST_DATABASE: app.database },
  });

  expect(exitCode).toBe(1);
  expect(output).toContain("do not use app-test's test");
  expect(output).toMatch(/bypass\.spec\.ts:4:\d+ .*goes its own way/);
  expect(output).toContain("Import test from 'app-test/fixtures' there");
  expect(output).not.toContain('has run');
  expect(readRecords()).toMatchObject([{ outcome: 'failed', failed_in_setup: true }]);
});

test('where Playwright does not let us see, a passed test without our annotation fails the run', async ({
  startApp,
  runProject,
  describeProject,
  readRecords,
  recordFolder,
}) => {
  const app = await startApp();
  const files = {
    ...bypassing,
    // An older version of Playwright calls no preprocess.
    'older.mjs': `
      import Reporter from 'app-test/reporter';
      export default class extends Reporter { preprocess = undefined; }
    `,
  };
  const config = { reporter: [['line'], ['./older.mjs', { outputDir: recordFolder }]] };

  const { exitCode, output } = await runProject(describeProject(app, ours, { files, config }), {
    env: { APP_TEST_DATABASE: app.database },
  });

  expect(output).toContain('it has run');
  expect(exitCode).toBe(1);
  expect(output).toMatch(/bypass\.spec\.ts:4:\d+ .*goes its own way/);
  expect(output).not.toMatch(/run\.spec\.ts:\d+:\d+ .*is ours\n.*counts as failed/);
  expect(readRecords()).toMatchObject([
    { outcome: 'failed', failed_in_setup: false, counts: { passed: 2 } },
  ]);
});

test('a project that never reaches the server can be exempted', async ({
  startApp,
  runProject,
  describeProject,
  recordFolder,
}) => {
  const app = await startApp();
  const config = {
    projects: [
      { name: 'browser', testMatch: 'run.spec.ts' },
      { name: 'unit', testMatch: 'bypass.spec.ts' },
    ],
    reporter: [
      ['line'],
      ['app-test/reporter', { outputDir: recordFolder, exemptProjects: ['unit'] }],
    ],
  };

  const { exitCode, output } = await runProject(
    describeProject(app, ours, { files: bypassing, config }),
    { env: { APP_TEST_DATABASE: app.database } },
  );

  expect(output).toContain('2 passed');
  expect(exitCode).toBe(0);
});
