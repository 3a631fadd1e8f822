import { existsSync, readFileSync } from 'node:fs';
import { version } from '../../../protocol/index.js';
import { expect, test } from './reporter-test.js';

const someOutcomes = `
  import { test, expect } from 'app-test/fixtures';
  test('passes', async ({ request }) => { expect((await request.get('/')).status()).toBe(200); });
  test('fails', () => { expect(1).toBe(2); });
  test('passes in the end', ({}, testInfo) => { expect(testInfo.retry).toBe(1); });
  test.skip('is skipped', () => {});
`;

test('a run leaves one line that says what it went against and how it ended', async ({
  startApp,
  runProject,
  describeProject,
  readRecords,
  recordFolder,
}) => {
  const app = await startApp({ env: { APP_TEST: 'anna' } });
  const { token, token_hash, project_id } = (await app.server.status()).json;
  const before = Date.now();

  const { exitCode, output } = await runProject(
    describeProject(app, someOutcomes, { config: { ...reporterIn(recordFolder), retries: 1 } }),
    { env: { APP_TEST_DATABASE: app.database } },
  );

  expect(exitCode).toBe(1);
  const [record, ...more] = readRecords();
  expect(more).toEqual([]);
  expect(record).toEqual({
    run_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    duration_ms: expect.any(Number),
    outcome: 'failed',
    failed_in_setup: false,
    counts: { passed: 1, failed: 1, flaky: 1, skipped: 1, interrupted: 0, not_run: 0 },
    mode: 'test',
    url: app.url,
    database: app.database,
    project_id,
    namespaces: ['anna'],
    token_hashes: [token_hash],
    versions: {
      app_test: version,
      server: version,
      playwright: expect.stringMatching(/^\d+\.\d+/),
      node: process.versions.node,
    },
    workers: 1,
    shard: null,
    merged: false,
    // The project's folder is in no repository.
    git_commit: null,
  });
  expect(Date.parse(record!.started_at)).toBeGreaterThanOrEqual(before - 1000);
  expect(record!.duration_ms).toBeLessThanOrEqual(Date.now() - before + 1000);
  expect(output).toContain(
    `app-test: failed, 1 passed, 1 failed, 1 flaky, 1 skipped, in test mode on ${app.url}, database ${app.database}, namespace anna`,
  );
  expect(output + readFileSync(`${recordFolder}/runs.jsonl`, 'utf8')).not.toContain(token);
});

test('every run adds a line', async ({ startApp, runProject, describeProject, readRecords }) => {
  const app = await startApp();
  const project = describeProject(
    app,
    `import { test } from 'app-test/fixtures';
     test('passes', () => {});`,
  );
  const env = { APP_TEST_DATABASE: app.database };

  await Promise.all([runProject(project, { env }), runProject(project, { env })]);

  const records = readRecords();
  expect(records.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
  expect(new Set(records.map(({ run_id }) => run_id)).size).toBe(2);
});

test('a run that fails in global setup is recorded with the server it was for', async ({
  startApp,
  runProject,
  describeProject,
  readRecords,
}) => {
  const app = await startApp();

  const { exitCode, output } = await runProject(describeProject(app, someOutcomes), {
    env: { APP_TEST_DATABASE: 'another-database' },
  });

  expect(exitCode).toBe(1);
  expect(readRecords()).toMatchObject([
    { outcome: 'failed', failed_in_setup: true, mode: null, database: null, url: app.url },
  ]);
  expect(output).toContain(`app-test: failed before any test began, ${app.url}`);
});

test('an interrupted run is recorded with what was cut off and what never began', async ({
  startApp,
  startProject,
  describeProject,
  readRecords,
}) => {
  const app = await startApp();
  const specs = `
    import { test } from 'app-test/fixtures';
    test('is cut off', async () => { console.log('it has begun'); await new Promise(() => {}); });
    test('never begins', () => {});
  `;
  const run = startProject(describeProject(app, specs), {
    env: { APP_TEST_DATABASE: app.database },
  });
  await run.printed('it has begun');
  run.process.kill('SIGINT');
  const { exitCode } = await run.finished();

  expect(exitCode).toBe(130);
  expect(readRecords()).toMatchObject([
    {
      outcome: 'interrupted',
      counts: { passed: 0, failed: 0, skipped: 0, interrupted: 1, not_run: 1 },
      database: app.database,
    },
  ]);
});

test('--list leaves no record', async ({ startApp, runProject, describeProject, recordFolder }) => {
  const app = await startApp();

  const { exitCode, output } = await runProject(describeProject(app, someOutcomes), {
    arguments: ['--list'],
  });

  expect(output).toContain('Total: 4 tests in 1 file');
  expect(exitCode).toBe(0);
  expect(existsSync(recordFolder)).toBe(false);
});

test('a job summary is added where the CI asks for one', async ({
  startApp,
  runProject,
  describeProject,
}, testInfo) => {
  const app = await startApp();
  const summary = testInfo.outputPath('summary.md');

  await runProject(describeProject(app, someOutcomes), {
    env: { APP_TEST_DATABASE: app.database, GITHUB_STEP_SUMMARY: summary },
  });

  const text = readFileSync(summary, 'utf8');
  expect(text).toContain('### app-test');
  expect(text).toContain('| Outcome | failed, 1 passed, 2 failed, 1 skipped |');
  expect(text).toContain(`| Database | ${app.database} |`);
});

test('a folder that cannot be written is said, and does not turn the outcome around', async ({
  startApp,
  runProject,
  describeProject,
}) => {
  const app = await startApp();
  const specs = `import { test } from 'app-test/fixtures';
    test('passes', () => {});`;

  const { exitCode, output } = await runProject(
    describeProject(app, specs, { config: reporterIn('/dev/null/records') }),
    { env: { APP_TEST_DATABASE: app.database } },
  );

  expect(exitCode).toBe(0);
  expect(output).toContain('[app-test] The run could not be recorded: ');
});

function reporterIn(outputDir: string) {
  return { reporter: [['line'], ['app-test/reporter', { outputDir }]] };
}
