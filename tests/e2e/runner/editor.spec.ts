import { Editor } from './support/editor.js';
import type { InlineProject } from './support/inline-project.js';
import { LiveServer } from './support/live-server.js';
import { type App, countEnds, expect, readSession, test } from './support/runner-test.js';

const visit = `
  import { test, expect } from 'app-test/fixtures';
  test('visits', async ({ page }) => { expect((await page.goto('/'))?.status()).toBe(200); });`;

function makeProject({ url, database }: Pick<App, 'url' | 'database'>): InlineProject {
  return {
    use: { baseURL: url, testModeOptions: { database } },
    files: { 'visits.spec.ts': visit },
  };
}

test('an editor keeps one session from its global setup to its global teardown', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp();
  await countEnds(app);
  const server = startProject(makeProject(app), { command: 'test-server' });
  const editor = await Editor.connect(server);
  expect((await editor.call('runGlobalSetup')).status).toBe('passed');
  for (const _run of [1, 2]) {
    expect((await editor.call('runTests', { locations: [] })).status).toBe('passed');
    expect(await readSession(app)).toMatchObject({ isOpen: true, ends: 0 });
  }
  await editor.call('runGlobalTeardown');
  expect(await readSession(app)).toEqual({ isOpen: false, leases: [], ends: 1 });
  editor.close();
});

test('an editor that skips global setup leaves no session open', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp();
  const server = startProject(makeProject(app), { command: 'test-server' });
  const editor = await Editor.connect(server);
  expect((await editor.call('runTests', { locations: [] })).status).toBe('passed');
  expect(await readSession(app)).toMatchObject({ isOpen: false, leases: [] });
  editor.close();
});

test('an editor that is closed leaves no session open', async ({ startApp, startProject }) => {
  const app = await startApp();
  const server = startProject(makeProject(app), { command: 'test-server' });
  const editor = await Editor.connect(server);
  await editor.call('runGlobalSetup');
  editor.close();
  await server.finished();
  expect(await readSession(app)).toMatchObject({ isOpen: false, leases: [] });
});

test('a failed global setup leaks no guarded run, though the editor goes on', async ({
  startProject,
}) => {
  const live = await new LiveServer().start();
  const server = startProject(makeProject({ url: live.url, database: 'app-tests' }), {
    command: 'test-server',
  });
  const editor = await Editor.connect(server);
  expect((await editor.call('runGlobalSetup')).status).toBe('failed');
  expect((await editor.call('runTests', { locations: [] })).status).toBe('failed');
  expect(live.requests.filter((request) => !request.includes('/_test'))).toEqual([]);
  editor.close();
  await live.stop();
});
