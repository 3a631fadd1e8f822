import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RunRecord } from '../../../reporter/index.js';
import { expect, test } from './reporter-test.js';

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const reporter = fileURLToPath(new URL('../../../dist/reporter/index.js', import.meta.url));

const specs = `
  import { test, expect } from 'app-test/fixtures';
  test('first', () => {});
  test('second', () => {});
  test('third', () => { expect(1).toBe(2); });
  test('fourth', () => {});
`;

test('every shard leaves its line, and so does the merged report', async ({
  startApp,
  runProject,
  describeProject,
  readRecords,
  recordFolder,
}, testInfo) => {
  const app = await startApp();
  const blobs = testInfo.outputPath('blobs');
  for (const current of [1, 2]) {
    const outputDir = testInfo.outputPath(`blob-${current}`);
    await runProject(
      describeProject(app, specs, {
        config: {
          fullyParallel: true,
          reporter: [
            ['blob', { outputDir }],
            ['app-test/reporter', { outputDir: recordFolder }],
          ],
        },
      }),
      { arguments: [`--shard=${current}/2`], env: { APP_TEST_DATABASE: app.database } },
    );
    mkdirSync(blobs, { recursive: true });
    for (const name of readdirSync(outputDir)) {
      copyFileSync(`${outputDir}/${name}`, `${blobs}/${name}`);
    }
  }

  expect(readRecords()).toMatchObject([
    { shard: { current: 1, total: 2 }, counts: { passed: 2, failed: 0 }, outcome: 'passed' },
    { shard: { current: 2, total: 2 }, counts: { passed: 1, failed: 1 }, outcome: 'failed' },
  ]);

  // The shards ran in folders of their own, as on machines of their own: the configuration says what is the same.
  const cwd = testInfo.outputPath('merging');
  mkdirSync(cwd);
  writeFileSync(`${cwd}/package.json`, '{}');
  writeFileSync(
    `${cwd}/merge.config.mjs`,
    `export default { testDir: '.', reporter: [[${JSON.stringify(reporter)}]] };`,
  );
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [playwright, 'merge-reports', '--config=merge.config.mjs', blobs],
    { cwd, env: { PATH, HOME } },
  );

  const merged = JSON.parse(readFileSync(`${cwd}/app-test-report/runs.jsonl`, 'utf8')) as RunRecord;
  expect(merged).toMatchObject({
    merged: true,
    shard: null,
    outcome: 'failed',
    counts: { passed: 3, failed: 1, not_run: 0 },
    mode: 'test',
    url: app.url,
    database: app.database,
    namespaces: [null],
    token_hashes: [readRecords()[0]!.token_hashes[0]],
    versions: { server: readRecords()[0]!.versions.server },
  });
  expect(stdout).toContain('app-test: failed, 3 passed, 1 failed, in test mode');
});
