import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { type RunningScript, startScript } from '../support/start-script.js';

type StartDemo = (args?: string[], env?: Record<string, string>) => RunningScript;

const test = base.extend<{ startDemo: StartDemo }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern here
  startDemo: async ({}, use) => {
    // A run of Playwright wipes its output folder: the one that runs this test must not be given away.
    const folder = mkdtempSync(join(tmpdir(), 'app-test-demo-'));
    const demos: RunningScript[] = [];
    await use((args = [], env = {}) => {
      const demo = startScript('scripts/demo.ts', { args: ['--output', folder, ...args], env });
      demos.push(demo);
      return demo;
    });
    for (const demo of demos) await demo.stop();
    rmSync(folder, { recursive: true });
  },
});

const recordFile = new URL('../../app-test-report/runs.jsonl', import.meta.url);

test('the demo runs the whole suite in test mode and says what to look at next', async ({
  startDemo,
}) => {
  const demo = startDemo();

  expect(await demo.ended, demo.output()).toBe(0);

  const output = demo.output();
  expect(output).toMatch(/Test mode is on .* database 'app-tests', the default namespace/);
  expect(output).toMatch(/Datastore: embedded, in memory/);
  expect(output).toMatch(/Running 2\d tests using 4 workers/);
  expect(output).toMatch(/app-test: passed, 2\d passed, in test mode on http:\/\/localhost:\d+/);
  expect(output).toContain('What to look at next');
  // The server is gone, and the record of the run is where the output says.
  const url = /is open at (\S+)\n/.exec(output)![1]!;
  await expect(fetch(url)).rejects.toThrow();
  const records = readFileSync(recordFile, 'utf8').trimEnd().split('\n');
  const runs = records.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(runs.find((run) => run.url === url)).toMatchObject({ outcome: 'passed', workers: 4 });
});

test('without sessions of their own the tests of the demo would collide', async ({ startDemo }) => {
  const config = fileURLToPath(new URL('../support/sharing-shop.config.ts', import.meta.url));
  // Four tests that put up the same shelf, count what there is and buy the last of the same tea.
  const colliding = ['--grep', 'buys the last', '--max-failures', '1', '--config', config];
  const demo = startDemo(colliding);

  expect(await demo.ended).toBe(1);
  expect(demo.output()).toMatch(/Running 4 tests using 4 workers[^]* [1-4] failed/);
});

test('the demo ends with the exit code of its suite', async ({ startDemo }) => {
  const demo = startDemo(['--grep', 'no test is called this']);

  expect(await demo.ended).toBe(1);
  expect(demo.output()).toContain('No tests found');
  expect(demo.output()).not.toContain('What to look at next');
});

test('the demo on a server that cannot start says why and ends with 1', async ({ startDemo }) => {
  // Nothing listens on port 1.
  const env = { DATASTORE_EMULATOR_HOST: '127.0.0.1:1', DATASTORE_PROJECT_ID: 'shop' };
  const demo = startDemo([], env);

  expect(await demo.ended).toBe(1);
  expect(demo.output()).toContain('DATASTORE_UNREACHABLE');
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends the demo in the middle of a test, and everything that it started`, async ({
    startDemo,
  }) => {
    const demo = startDemo(['--repeat-each', '20']);
    const url = await demo.printed(/is open at (\S+)\n/);
    await demo.printed(/✓/);

    expect(await demo.stop(signal)).not.toBe(0);

    await expect(fetch(url)).rejects.toThrow();
    // The session was ended in good order: nobody complains of a lease that was left.
    expect(demo.output()).not.toContain('runs out by itself');
  });
}
