import { projectFor } from './support/isolated-project.js';
import { expect, test } from './support/runner-test.js';

const spec = `
  import { test, expect } from 'app-test/fixtures';
  test('fails', async ({ request }, testInfo) => {
    await request.post('/mine');
    await expect(request.get('/')).resolves.toBe('something else');
  });
  test('passes', async ({ request }) => { await request.post('/passes'); });
  test('is expected to fail', async () => { test.fail(); throw new Error('expected'); });
  test.describe('hooks', () => {
    test.beforeAll(async ({ request }) => {
      await request.post('/hook');
      throw new Error('the hook fails');
    });
    test('never runs', () => {});
  });`;

for (const [isolation, whose] of [
  ['run', 'the session that the whole run shares'],
  ['worker', 'the worker’s session'],
  ['test', 'the session of this test alone'],
] as const) {
  test(`a failed test shows its session and its data, with isolation '${isolation}'`, async ({
    startApp,
    startProject,
  }) => {
    const app = await startApp();
    const run = startProject(
      projectFor(app, {
        files: { 'fails.spec.ts': spec },
        config: { reporter: [['line'], ['json'], ['html', { open: 'never' }]] },
        use: { isolation },
      }),
    );
    const { output, report } = await run.finished();
    expect(output).toContain('2 failed');
    expect(output).toContain('2 passed');
    const told = report.fails!.results[0]!.attachments;
    expect(told.map(({ name }) => name)).toEqual(['app-test session', 'app-test data']);
    const { description } = report.fails!.annotations.find(({ type }) => type === 'app-test')!;
    const { token_hash: hash } = JSON.parse(description!) as { token_hash: string };
    expect(told[0]!.text).toContain(hash);
    expect(told[0]!.text).toContain(app.database);
    const data = JSON.parse(told[1]!.text) as { about: string; entities: unknown[] };
    expect(data.about).toContain(whose);
    expect(data.entities).toEqual([{ path: ['Visit', 'last'], properties: { path: '/mine' } }]);

    expect(report['never runs']!.results[0]!.attachments[1]!.text).toContain('/hook');
    for (const title of ['passes', 'is expected to fail']) {
      expect(report[title]!.results[0]!.attachments).toEqual([]);
    }
    // In the report that people open, too.
    const html = Object.entries(run.readFiles()).find(([name]) => name.endsWith('index.html'));
    expect(html![1]).toContain('app-test data');
    expect(html![1]).toContain('/mine');
  });
}

test('evidence can be switched off, and a server that has gone takes nothing from the error', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp();
  const run = startProject(
    projectFor(app, {
      files: {
        'off.spec.ts': `
          import { existsSync } from 'node:fs';
          import { test, expect } from 'app-test/fixtures';
          test.describe('off', () => {
            test.use({ failureEvidence: false });
            test('off', () => { throw new Error('the first error'); });
          });
          test('gone', async () => {
            console.log('it is ' + 'waiting');
            await expect.poll(() => existsSync('gone')).toBe(true);
            throw new Error('the second error');
          });`,
      },
    }),
  );
  await run.printed('it is waiting');
  await app.server.stop();
  run.write('gone', '');
  const { report } = await run.finished();
  expect(report.off!.results[0]!.attachments).toEqual([]);
  expect(report.off!.results[0]!.error?.message).toContain('the first error');
  const [gone] = report.gone!.results;
  expect(gone!.error?.message).toContain('the second error');
  expect(gone!.attachments[1]!.text).toContain('could not be read');
});

test('a failed test shows what the server logged for it, and nothing of another test', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp();
  await app.server.run(({ appTest, datastore }) => {
    appTest.captureLogs();
    const save = datastore.save.bind(datastore);
    datastore.save = (entity: { data: { path: string } }) => {
      appTest.logLine(`keeps a visit to ${entity.data.path}`);
      return save(entity);
    };
  });
  const run = startProject(
    projectFor(app, {
      files: {
        'log.spec.ts': `
          import { test } from 'app-test/fixtures';
          test('fails', async ({ request }) => { await request.post('/mine'); throw new Error(); });
          test('another', async ({ request }) => { await request.post('/other'); throw new Error(); });`,
      },
      use: { isolation: 'test' },
    }),
  );
  const { report } = await run.finished();
  const log = report.fails!.results[0]!.attachments.find(
    ({ name }) => name === 'app-test server log',
  );
  expect(log?.text).toContain('keeps a visit to /mine');
  expect(log?.text).not.toContain('/other');
});
