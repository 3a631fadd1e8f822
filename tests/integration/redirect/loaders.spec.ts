import { expect, partitionOf, test, versions } from './redirect-test.js';
import { appFile, runApp } from './run-app.js';

const preload = ['--import', appFile('preload.mjs')];
const tsx = ['--import', import.meta.resolve('tsx')];
const orders = {
  'plain Node': preload,
  'tsx before the preload': [...tsx, ...preload],
  'tsx after the preload': [...preload, ...tsx],
};

for (const [order, args] of Object.entries(orders)) {
  for (const app of ['app.cjs', 'app.mjs']) {
    // The preload loads version 10, as the app would; the others are second copies.
    for (const version of versions) {
      test(`a call while ${app} is imported waits and then moves: ${version}, ${order}`, async ({
        target,
      }) => {
        const run = await runApp([...args, appFile(app)], target, { DATASTORE_PACKAGE: version });
        expect(run).toMatchObject({ code: 0, stderr: '' });
        expect(JSON.parse(run.stdout)).toEqual({ task: { by: app.slice(4) }, left: false });
      });
    }
  }
  test(`a static ESM import is moved: ${order}`, async ({ target }) => {
    const run = await runApp([...args, appFile('static.mjs')], target);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual({ task: { by: 'static' }, left: false });
  });
}

for (const order of ['tsx before the preload', 'tsx after the preload'] as const) {
  test(`a second copy imported by TypeScript is moved: ${order}`, async ({ target }) => {
    const run = await runApp([...orders[order], appFile('typed.mts')], target);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual({ task: { by: 'typed' }, left: false });
  });
}

for (const version of versions) {
  test(`a call of ${version} waits for a project that activation brings`, async ({ target }) => {
    const run = await runApp([appFile('no-project.mjs')], target, {
      DATASTORE_PACKAGE: version,
      GOOGLE_CLOUD_PROJECT: '',
      HOME: '/nonexistent',
    });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual({
      task: { by: 'nobody' },
      unknown: expect.stringContaining('Unable to detect a Project Id'),
    });
  });
}

test('what a child process wrote is in the target', async ({ target, redirect }) => {
  await runApp([...preload, appFile('static.mjs')], target);
  const { found } = await redirect.callTarget('lookup', {
    keys: [
      {
        partitionId: partitionOf(target, target.namespace!),
        path: [{ kind: 'Task', name: 'one' }],
      },
    ],
  });
  expect(found).toHaveLength(1);
});
