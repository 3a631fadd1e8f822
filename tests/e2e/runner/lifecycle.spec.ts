import type { InlineProject } from './support/inline-project.js';
import { type App, countEnds, expect, readSession, test } from './support/runner-test.js';

/** A project whose tests all ask the app for something, and tell when they are running. */
function projectFor(app: App, extra: Partial<InlineProject> = {}): InlineProject {
  const visit = (name: string, body = '') => `
    import { test, expect } from 'app-test/fixtures';
    for (const number of [1, 2, 3]) {
      test('${name} ' + number, async ({ request }, testInfo) => {
        for (let visit = 0; visit < 5; visit++) expect((await request.get('/')).status()).toBe(200);
        ${body}
      });
    }`;
  return {
    ...extra,
    files: { 'a.spec.ts': visit('a'), 'b.spec.ts': visit('b'), ...extra.files },
    use: {
      baseURL: app.url,
      testModeOptions: { database: app.database },
      ...extra.use,
    },
  };
}

const stuckSpec = `
  import { test } from 'app-test/fixtures';
  test('stuck', async ({ page }) => {
    await page.goto('/');
    console.log('the test is running');
    await new Promise(() => {});
  });`;

test('several workers share one session, which ends once, after all of them', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  await countEnds(app);
  const { exitCode, output } = await runProject(
    projectFor(app, { config: { workers: 2, fullyParallel: true } }),
  );
  expect(output).toContain('6 passed');
  expect(exitCode).toBe(0);
  expect(await readSession(app)).toEqual({ isOpen: false, leases: [], ends: 1 });
});

test('a failing test does not end the session of the other worker', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  await countEnds(app);
  const { output, report } = await runProject(
    projectFor(app, {
      config: { workers: 2, fullyParallel: true, retries: 2 },
      files: {
        'c.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          for (const number of [1, 2]) {
            test('fails at first ' + number, ({}, testInfo) => expect(testInfo.retry).toBe(1));
          }`,
      },
    }),
  );
  expect(output).toContain('2 flaky');
  expect(output).toContain('6 passed');
  // A test that lost its session would have been retried: nothing but what fails by itself was.
  const retried = Object.keys(report).filter((title) => report[title]!.results.length > 1);
  expect(retried).toEqual(['fails at first 1', 'fails at first 2']);
  expect(await readSession(app)).toEqual({ isOpen: false, leases: [], ends: 1 });
});

test('--repeat-each keeps one session through all repetitions', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  await countEnds(app);
  const { output } = await runProject(projectFor(app, { config: { workers: 2 } }), {
    arguments: ['--repeat-each=3'],
  });
  expect(output).toContain('18 passed');
  expect(await readSession(app)).toEqual({ isOpen: false, leases: [], ends: 1 });
});

test('of two shards at once, the later one ends the session', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp();
  await countEnds(app);
  await app.server.run(({ appTest }) => {
    const door = globalThis as { goOn?: boolean };
    appTest.registerStatusHook(() => ({ go_on: door.goOn === true }));
  });
  const slow = startProject(projectFor(app, { files: { 'z.spec.ts': waitingSpec } }), {
    arguments: ['z.spec.ts'],
  });
  await slow.printed('waiting');
  const fast = await startProject(projectFor(app), { arguments: ['--shard=1/2'] }).finished();
  expect(fast.output).toContain('3 passed');
  expect((await readSession(app)).ends).toBe(0);
  await app.server.run(() => {
    (globalThis as { goOn?: boolean }).goOn = true;
  });
  const { output } = await slow.finished();
  expect(output).toContain('1 passed');
  expect(await readSession(app)).toEqual({ isOpen: false, leases: [], ends: 1 });
});

/** Polls a status hook of the server, so that the test decides when it ends. */
const waitingSpec = `
  import { test, expect } from 'app-test/fixtures';
  test('waits', async ({ request }) => {
    console.log('waiting');
    await expect(async () => {
      const status = await (await request.post('/_test/config/status?lease=probe')).json();
      expect(status.go_on).toBe(true);
    }).toPass();
    await request.post('/_test/config/finish?lease=probe');
    expect((await request.get('/')).status()).toBe(200);
  });`;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} in the middle of a test leaves no session open`, async ({
    startApp,
    startProject,
  }) => {
    const app = await startApp();
    await countEnds(app);
    const run = startProject(projectFor(app, { files: { 'stuck.spec.ts': stuckSpec } }), {
      arguments: ['stuck'],
    });
    await run.printed('the test is running');
    run.process.kill(signal);
    const { exitCode, output } = await run.finished();
    expect(output).toContain('1 interrupted');
    expect(exitCode).toBe(130);
    expect(await readSession(app)).toEqual({ isOpen: false, leases: [], ends: 1 });
  });
}

test('SIGINT to the whole process group, as from Ctrl-C, leaves no session open', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp();
  const run = startProject(projectFor(app, { files: { 'stuck.spec.ts': stuckSpec } }), {
    arguments: ['stuck'],
  });
  await run.printed('the test is running');
  process.kill(-run.process.pid!, 'SIGINT');
  await run.finished();
  expect(await readSession(app)).toMatchObject({ isOpen: false, leases: [] });
});

test('a worker that is killed leaves no session open', async ({ startApp, runProject }) => {
  const app = await startApp();
  const { output } = await runProject(
    projectFor(app, {
      files: {
        'killed.spec.ts': `
          import { test } from 'app-test/fixtures';
          test('kills its worker', () => { process.kill(process.pid, 'SIGKILL'); });`,
      },
    }),
  );
  expect(output).toContain('6 passed');
  expect(output).toContain('1 failed');
  expect(await readSession(app)).toMatchObject({ isOpen: false, leases: [] });
});

test('a runner that is killed loses its leases by their expiry', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp({ env: { APP_TEST_LEASE_SECONDS: '2' } });
  const run = startProject(projectFor(app, { files: { 'stuck.spec.ts': stuckSpec } }), {
    arguments: ['stuck'],
  });
  await run.printed('the test is running');
  process.kill(-run.process.pid!, 'SIGKILL');
  await run.finished();
  await expect.poll(() => readSession(app)).toMatchObject({ isOpen: false, leases: [] });
});

test('without global setup every worker holds a lease of its own', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  await countEnds(app);
  const { output } = await runProject(
    projectFor(app, { globalSetup: false, config: { workers: 2, fullyParallel: true } }),
  );
  expect(output).toContain('6 passed');
  expect(await readSession(app)).toMatchObject({ isOpen: false, leases: [] });
});

test('--list talks to no server', async ({ startApp, runProject }) => {
  const app = await startApp();
  const { exitCode, output } = await runProject(projectFor(app), { arguments: ['--list'] });
  expect(exitCode).toBe(0);
  expect(output).toContain('Total: 6 tests in 2 files');
  expect(await readSession(app)).toMatchObject({ isOpen: false, leases: [] });
});

test('spec 2.2 same, 8 lifetime: a run that crosses midnight loses no request', async ({
  startApp,
  startProject,
}) => {
  // Leases are kept by the server's clock, which is about to jump.
  const env = { APP_TEST_LEASE_SECONDS: '3600' };
  const app = await startApp({ clock: '2031-05-01T23:30:00Z', env });
  const run = startProject(projectFor(app, { files: { 'midnight.spec.ts': midnightSpec } }), {
    arguments: ['midnight'],
  });
  await run.printed('before midnight');
  await app.server.run((context) => {
    context.offsetMs = 30 * 60_000 - 3_000 - process.uptime() * 1000;
  });
  const { output } = await run.finished();
  expect(output).toContain('2 passed');
  expect(await readSession(app)).toMatchObject({ isOpen: false, leases: [] });
});

const midnightSpec = `
  import { test, expect } from 'app-test/fixtures';
  let before;
  test('before', async ({ request, testMode }) => {
    before = testMode.tokenHash;
    console.log('before midnight');
    await expect.poll(async () => {
      const status = await request.post('/_test/config/status?lease=clock');
      return (await status.json()).expires_in;
    }).toBeLessThan(600);
    await request.post('/_test/config/finish?lease=clock');
  });
  test('after', async ({ page, request, serverStatus, testMode }) => {
    const statuses = new Set();
    const end = Date.now() + 5000;
    while (testMode.tokenHash === before || Date.now() < end) {
      statuses.add((await page.goto('/')).status());
      statuses.add((await request.get('/')).status());
    }
    expect([...statuses]).toEqual([200]);
  });`;
