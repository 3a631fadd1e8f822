import { startDatastore } from '../../../datastore/index.js';
import { findFreePort } from '../../support/free-port.js';
import { Editor } from './support/editor.js';
import { projectFor } from './support/isolated-project.js';
import { expect, test } from './support/runner-test.js';
import { expectClean, watch } from './support/watched-app.js';

/** Tests that write the same record at once, and each see their own. */
const ownData = (name: string, body = '') => `
  import { test, expect } from 'app-test/fixtures';
  test.describe.configure({ mode: 'parallel' });
  for (const number of [1, 2, 3]) {
    test('${name} ' + number, async ({ request }) => {
      for (let round = 0; round < 5; round++) {
        const mine = '/${name}-' + number + '-' + round;
        expect((await request.post(mine)).status()).toBe(200);
        expect(await (await request.get('/')).text()).toContain('<p>' + mine + '</p>');
      }
      ${body}
    });
  }`;

/** A test that waits for a file, and tells when it does. */
const waiting = (before: string, after: string) => `
  import { existsSync } from 'node:fs';
  import { test, expect } from 'app-test/fixtures';
  test('waits', async ({ request, page, testMode }) => {
    ${before}
    console.log('the test is waiting');
    await expect.poll(() => existsSync('go-on'), { timeout: 15_000 }).toBe(true);
    ${after}
  });`;

const stuck = `
  import { test } from 'app-test/fixtures';
  test('stuck', async ({ page }) => {
    await page.goto('/');
    console.log('the test is running');
    await new Promise(() => {});
  });`;

test('two shards and the run of somebody else, at once on one server, never meet', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp();
  await watch(app);
  const files = { 'a.spec.ts': ownData('a'), 'b.spec.ts': ownData('b') };
  const isolated = (isolation: string) =>
    projectFor(app, { files, config: { workers: 2 }, use: { isolation } });
  const runs = [
    startProject(isolated('test'), { arguments: ['--shard=1/2'] }),
    startProject(isolated('test'), { arguments: ['--shard=2/2'] }),
    startProject(isolated('worker'), { arguments: ['a.spec.ts'] }),
  ];
  for (const run of runs) expect((await run.finished()).output).toContain('3 passed');
  await expectClean(app);
});

for (const isolation of ['worker', 'test']) {
  test(`process.exit and SIGKILL inside a test leave nothing behind with isolation '${isolation}'`, async ({
    startApp,
    runProject,
  }) => {
    const app = await startApp();
    await watch(app);
    const deadly = `
      import { test } from 'app-test/fixtures';
      test.describe.configure({ mode: 'parallel' });
      for (const [name, die] of [['exits', () => process.exit(3)], ['is killed', () => process.kill(process.pid, 'SIGKILL')]]) {
        test(name, async ({ request }, { retry }) => {
          await request.post('/left');
          if (retry === 0) { die(); await new Promise(() => {}); }
        });
      }`;
    const { output } = await runProject(
      projectFor(app, {
        files: { 'deadly.spec.ts': deadly, 'steady.spec.ts': ownData('steady') },
        config: { workers: 2, retries: 1 },
        use: { isolation },
      }),
    );
    expect(output).toContain('2 flaky');
    expect(output).toContain('3 passed');
    await expectClean(app);
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} in the middle of an isolated test leaves nothing behind`, async ({
    startApp,
    startProject,
  }) => {
    const app = await startApp();
    await watch(app);
    const run = startProject(
      projectFor(app, { files: { 'stuck.spec.ts': stuck }, use: { isolation: 'test' } }),
    );
    await run.printed('the test is running');
    run.process.kill(signal);
    await run.finished();
    await expectClean(app);
  });
}

for (const isolation of ['run', 'test']) {
  test(`a second SIGINT, while the first is obeyed, leaves nothing behind with isolation '${isolation}'`, async ({
    startApp,
    startProject,
  }) => {
    const app = await startApp();
    await watch(app);
    const slow = `${stuck}
      test.afterAll(async () => {
        console.log('the hook is running');
        await new Promise(() => {});
      });`;
    const run = startProject(
      projectFor(app, {
        files: { 'slow.spec.ts': slow },
        config: { timeout: 60_000 },
        use: { isolation },
      }),
    );
    await run.printed('the test is running');
    run.process.kill('SIGINT');
    await run.printed('the hook is running');
    // Playwright takes what comes within a second for the same one.
    await expect
      .poll(() => {
        run.process.kill('SIGINT');
        return run.process.exitCode;
      })
      .toBe(130);
    await expectClean(app);
  });
}

test('a runner that is killed loses its isolated sessions by the expiry of their leases', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp({ env: { APP_TEST_LEASE_SECONDS: '2' } });
  const run = startProject(
    projectFor(app, { files: { 'stuck.spec.ts': stuck }, use: { isolation: 'test' } }),
  );
  await run.printed('the test is running');
  process.kill(-run.process.pid!, 'SIGKILL');
  await run.finished();
  await expect.poll(app.readStored).toEqual([]);
});

test('leases that last two seconds are renewed in time', async ({ startApp, startProject }) => {
  const app = await startApp({ env: { APP_TEST_LEASE_SECONDS: '2' } });
  await watch(app);
  const spec = waiting(
    `await request.post('/mine');`,
    `expect(await (await request.get('/')).text()).toContain('<p>/mine</p>');`,
  );
  const run = startProject(
    projectFor(app, { files: { 'waits.spec.ts': spec }, use: { isolation: 'test' } }),
  );
  await run.printed('the test is waiting');
  await app.server.run(({ appTest }) => {
    const renewals: Record<string, number> = {};
    Object.assign(globalThis, { renewals });
    appTest.registerStatusHook(({ session }: { session: string }) => {
      renewals[session] = (renewals[session] ?? 0) + 1;
    });
  });
  // The run's, the worker's and the test's, each for longer than a lease lasts.
  await expect
    .poll(async () => {
      const counts = await app.server.run(() =>
        Object.values((globalThis as unknown as { renewals: Record<string, number> }).renewals),
      );
      return counts.filter((count) => count >= 5).length;
    })
    .toBe(3);
  run.write('go-on', '');
  expect((await run.finished()).output).toContain('1 passed');
  await expectClean(app);
});

for (const isolation of ['run', 'worker', 'test']) {
  test(`a server that is killed and started again in mid-run refuses nobody with isolation '${isolation}'`, async ({
    startApp,
    startProject,
  }) => {
    const env = { PORT: String(await findFreePort()) };
    const first = await startApp({ env });
    const spec = waiting(
      `await request.post('/mine');
       await page.goto('/');`,
      `expect(await (await request.get('/')).text()).toContain('<p>/mine</p>');
       await page.reload();
       await expect(page.getByText('/mine', { exact: true })).toBeVisible();
       expect((await testMode.dump()).entities).toHaveLength(1);`,
    );
    const run = startProject(
      projectFor(first, {
        files: { 'a-waits.spec.ts': spec, 'b-after.spec.ts': ownData('after') },
        use: { isolation },
      }),
    );
    await run.printed('the test is waiting');
    await first.server.stop();
    const second = await startApp({ env: { ...env, APP_TEST_DATABASE: first.database } });
    await watch(second);
    run.write('go-on', '');
    expect((await run.finished()).output).toContain('4 passed');
    await expectClean({ ...second, readStored: first.readStored });
  });
}

for (const isolation of ['worker', 'test']) {
  test(`a database that is started again empty refuses nobody with isolation '${isolation}'`, async ({
    startApp,
    startProject,
  }) => {
    let datastore = await startDatastore();
    const { address } = datastore;
    const app = await startApp({ env: { DATASTORE_EMULATOR_HOST: address } });
    await watch(app);
    const spec = waiting(
      `await request.post('/mine');`,
      // What was in memory is gone; the session is not.
      `expect(await (await request.get('/')).text()).toContain('no visit');
       expect((await request.post('/again')).status()).toBe(200);
       await page.goto('/');
       await expect(page.getByText('/again', { exact: true })).toBeVisible();`,
    );
    const run = startProject(
      projectFor(app, {
        files: { 'a-waits.spec.ts': spec, 'b-after.spec.ts': ownData('after') },
        use: { isolation },
      }),
    );
    await run.printed('the test is waiting');
    await datastore.stop();
    datastore = await startDatastore({ port: Number(address.split(':')[1]) });
    run.write('go-on', '');
    expect((await run.finished()).output).toContain('4 passed');
    await expectClean({ ...app, readStored: async () => [] });
    await datastore.stop();
  });
}

test('an editor that skips global setup isolates its tests, and leaves nothing behind', async ({
  startApp,
  startProject,
}) => {
  const app = await startApp();
  await watch(app);
  const project = projectFor(app, {
    files: { 'a.spec.ts': ownData('a') },
    config: { workers: 2 },
    use: { isolation: 'test' },
  });
  const server = startProject(project, { command: 'test-server' });
  const editor = await Editor.connect(server);
  for (const _run of [1, 2]) {
    expect((await editor.call('runTests', { locations: [] })).status).toBe('passed');
  }
  await expectClean(app);
  editor.close();
});
