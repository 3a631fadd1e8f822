import { expect, pick, test } from './doctor-test.js';

test('a project in order passes, and each check says what it saw', async ({ runDoctor }) => {
  const run = await runDoctor({
    files: {
      'package.json': { scripts: { start: 'node --import app-test/register server.js' } },
    },
  });

  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(run.stdout).toContain(`ok       Node              Node ${process.versions.node};`);
  expect(run.stdout).toContain(
    'ok       Preload           package.json, script "start": node --import app-test/register server.js',
  );
  expect(run.stdout).toContain(
    'skipped  Cookie hosts, Server, Expectations, Clock, Request guard, WebSocket guard, Middleware order\n' +
      '                           No server is named: give --url',
  );
  expect(run.stdout).not.toContain('\u001b');
});

test('--json prints a stable shape and nothing else', async ({ diagnose }) => {
  const report = await diagnose();

  expect(Object.keys(report)).toEqual([
    'version',
    'folder',
    'urls',
    'passed',
    'counts',
    'findings',
    'exitCode',
  ]);
  expect(report).toMatchObject({ passed: true, exitCode: 0, urls: [], folder: '.' });
  expect(report.findings[0]).toEqual({
    check: 'node',
    title: 'Node',
    result: 'ok',
    seen: `Node ${process.versions.node}; app-test needs >=20.19.`,
    why: null,
    next: null,
  });
});

test('a peer that needs a newer Node fails, with both versions', async ({ diagnose }) => {
  const report = await diagnose({
    without: ['express'],
    files: {
      'node_modules/express/package.json': {
        name: 'express',
        version: '5.9.0',
        engines: { node: '>= 99' },
      },
    },
  });

  expect(pick(report, 'node')).toContain(
    `failure: express 5.9.0 needs Node >= 99; this is ${process.versions.node}.`,
  );
  expect(report.exitCode).toBe(1);
});

test("a project's own engines that exclude this Node are a warning", async ({ diagnose }) => {
  const report = await diagnose({ files: { 'package.json': { engines: { node: '18.x' } } } });

  expect(pick(report, 'node')).toContain(
    `warning: package.json has "engines.node": "18.x", and this is Node ${process.versions.node}.`,
  );
  expect(report).toMatchObject({ passed: true, exitCode: 0 });
});

test('a peer of a version that app-test does not take fails', async ({ diagnose }) => {
  const report = await diagnose({
    without: ['express'],
    files: { 'node_modules/express/package.json': { name: 'express', version: '3.21.2' } },
  });

  expect(pick(report, 'peers')).toContain('failure: express is 3.21.2; app-test takes 4 || 5.');
});

test('a second copy of the Datastore package is a warning that names both', async ({
  diagnose,
}) => {
  const report = await diagnose({
    files: {
      'node_modules/queue/package.json': { name: 'queue', version: '1.0.0' },
      'node_modules/queue/node_modules/@google-cloud/datastore/package.json': {
        name: '@google-cloud/datastore',
        version: '9.0.0',
      },
    },
  });

  expect(pick(report, 'datastore-copies')).toEqual([
    expect.stringMatching(
      /^warning: 2 copies: .*9\.0\.0 \(node_modules\/queue\/node_modules\/@google-cloud\/datastore\)/,
    ),
  ]);
});

test('a copy that app-test cannot move fails, below pnpm and under an alias too', async ({
  diagnose,
}) => {
  const old = { name: '@google-cloud/datastore', version: '8.7.0' };
  const report = await diagnose({
    without: ['@google-cloud/datastore'],
    files: {
      'node_modules/.pnpm/old@1/node_modules/datastore-old/package.json': old,
    },
  });

  expect(pick(report, 'datastore-copies')).toEqual([
    'ok: One copy: 8.7.0 (node_modules/.pnpm/old@1/node_modules/datastore-old).',
    'failure: node_modules/.pnpm/old@1/node_modules/datastore-old is @google-cloud/datastore 8.7.0; app-test can move 9 || 10 || 11.',
  ]);
});
