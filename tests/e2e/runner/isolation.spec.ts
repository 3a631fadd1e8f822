import { collidingSpec, nothing, projectFor, readLeftovers } from './support/isolated-project.js';
import { expect, test } from './support/runner-test.js';

for (const [isolation, passed] of [
  ['run', '1 passed'],
  ['worker', '2 passed'],
  ['test', '2 passed'],
] as const) {
  test(`of two workers that write the same key at once, ${passed} with isolation '${isolation}'`, async ({
    startApp,
    runProject,
  }) => {
    const app = await startApp();
    const { output } = await runProject(
      projectFor(app, {
        files: { 'colliding.spec.ts': collidingSpec },
        config: { workers: 2 },
        use: { isolation },
      }),
    );
    expect(output).toContain(passed);
    expect(await readLeftovers(app)).toEqual(nothing);
  });
}

test('each worker’s tests say which session they ran in', async ({ startApp, runProject }) => {
  const app = await startApp({ env: { APP_TEST: 'anna' } });
  const { output, report } = await runProject(
    projectFor(app, {
      files: {
        'two.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          test.describe.configure({ mode: 'parallel' });
          for (const name of ['one', 'two']) {
            test(name, async ({ testMode, serverStatus, backendApi }) => {
              expect(testMode.namespace).toMatch(/^anna\\.r[0-9a-f]{6}-w[0-9]+-[0-9a-f]{4}\\.\\.$/);
              expect(serverStatus.namespace).toBe(testMode.namespace);
              expect(serverStatus.token_hash).toBe(testMode.tokenHash);
              expect((await backendApi.get('/')).status()).toBe(200);
            });
          }`,
      },
      config: { workers: 2 },
      use: {
        isolation: 'worker',
        testModeOptions: { database: app.database, namespace: 'anna' },
      },
    }),
  );
  expect(output).toContain('2 passed');
  const told = Object.values(report).map(({ annotations }) => {
    const { description } = annotations.find(({ type }) => type === 'app-test')!;
    return JSON.parse(description!) as { namespace: string; token_hash: string };
  });
  expect(new Set(told.map(({ namespace }) => namespace)).size).toBe(2);
  expect(new Set(told.map(({ token_hash: hash }) => hash)).size).toBe(2);
});

for (const isolation of ['worker', 'test']) {
  test(`isolation '${isolation}' survives failing tests, retries and repetition with 4 workers`, async ({
    startApp,
    runProject,
  }) => {
    const app = await startApp();
    const { output, report } = await runProject(
      projectFor(app, {
        files: {
          'flaky.spec.ts': `
            import { test, expect } from 'app-test/fixtures';
            test.describe.configure({ mode: 'parallel' });
            for (const name of ['steady', 'flaky']) {
              test(name, async ({ request }, { retry, workerIndex }) => {
                const mine = '/' + name + '-' + workerIndex + '-' + retry;
                for (let round = 0; round < 5; round++) {
                  expect((await request.post(mine)).status()).toBe(200);
                  expect(await (await request.get('/')).text()).toContain(mine);
                }
                if (name === 'flaky') expect(retry).toBe(1);
              });
            }`,
        },
        config: { workers: 4, retries: 2 },
        use: { isolation },
      }),
      { arguments: ['--repeat-each=5'] },
    );
    expect(output).toContain('5 passed');
    expect(output).toContain('5 flaky');
    // Nothing but what fails by itself was tried again.
    expect(report.steady!.results).toHaveLength(5);
    expect(report.flaky!.results).toHaveLength(10);
    expect(await readLeftovers(app)).toEqual(nothing);
  });
}

test('a worker that takes a failed one’s place begins with an empty session', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { output } = await runProject(
    projectFor(app, {
      files: {
        'fails.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          test('leaves something', async ({ request }, { retry }) => {
            expect(await (await request.get('/')).text()).toContain('no visit');
            await request.post('/left');
            expect(retry).toBe(1);
          });`,
      },
      config: { retries: 1 },
      use: { isolation: 'worker' },
    }),
  );
  expect(output).toContain('1 flaky');
});

test('the session of a worker that is killed ends by its lease', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp({ env: { APP_TEST_LEASE_SECONDS: '2' } });
  const { output } = await runProject(
    projectFor(app, {
      files: {
        'killed.spec.ts': `
          import { test } from 'app-test/fixtures';
          test('kills its worker', () => { process.kill(process.pid, 'SIGKILL'); });`,
      },
      use: { isolation: 'test' },
    }),
  );
  expect(output).toContain('1 failed');
  await expect.poll(app.readStored).toEqual([]);
});

test('without global setup each worker proves the server and opens its session by itself', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { output } = await runProject(
    projectFor(app, {
      files: { 'colliding.spec.ts': collidingSpec },
      config: { workers: 2 },
      use: { isolation: 'worker' },
      globalSetup: false,
    }),
  );
  expect(output).toContain('2 passed');
  expect(await readLeftovers(app)).toEqual(nothing);
});

test('the data tools work on the session of the tests', async ({ startApp, runProject }) => {
  const app = await startApp();
  await app.server.run(({ appTest, datastore }) => {
    appTest.registerSeed('visit', async ({ path }: { path: string }) => {
      await datastore.save({ key: datastore.key(['Visit', 'last']), data: { path } });
      return path.length;
    });
  });
  const { output } = await runProject(
    projectFor(app, {
      files: {
        'data.spec.ts': `
          import { test, expect } from 'app-test/fixtures';
          test('data', async ({ testMode, request }) => {
            const read = async () => (await request.get('/')).text();
            expect(await testMode.seed<number>('visit', { path: '/seeded' })).toBe(7);
            expect(await read()).toContain('<p>/seeded</p>');
            expect(await testMode.snapshot('seeded')).toBe(1);
            expect(await testMode.dump()).toEqual({
              truncated: false,
              entities: [{ path: ['Visit', 'last'], properties: { path: '/seeded' } }],
            });
            expect(await testMode.reset()).toBe(1);
            expect(await read()).toContain('no visit');
            expect(await testMode.restore('seeded')).toBe(1);
            expect(await read()).toContain('<p>/seeded</p>');
            await expect(testMode.restore('never')).rejects.toMatchObject({ code: 'ACTION_NOT_FOUND' });
          });`,
      },
      use: { isolation: 'worker' },
    }),
  );
  expect(output).toContain('1 passed');
});

test('every test begins with what beforeAll and worker fixtures left, and with nothing of another test', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { output, report } = await runProject(
    projectFor(app, {
      files: {
        'own.spec.ts': `
          import { test as base, expect } from 'app-test/fixtures';
          const test = base.extend<object, { prepared: void }>({
            prepared: [
              async ({ playwright, testMode }, use) => {
                const request = await playwright.request.newContext();
                await request.post(testMode.serverUrl + '/prepared');
                await request.dispose();
                await use();
              },
              { scope: 'worker', auto: true },
            ],
          });
          const shown = async (request) => /<p>(.*)<.p>/.exec(await (await request.get('/')).text())[1];
          let shared;
          test.beforeAll(async ({ browser, baseURL }) => {
            shared = await browser.newContext({ baseURL });
            expect(await shown(shared.request)).toBe('/prepared');
            await shared.request.post('/before-all');
          });
          for (const name of ['one', 'two', 'three']) {
            test(name, async ({ request, page, testMode, serverStatus }) => {
              expect(await shown(request)).toBe('/before-all');
              await request.post('/' + name);
              // A context that is older than the test goes along.
              expect(await shown(shared.request)).toBe('/' + name);
              await page.goto('/');
              await expect(page.getByText('/' + name, { exact: true })).toBeVisible();
              expect(serverStatus.namespace).toBe(testMode.namespace);
            });
          }
          test.afterAll(async () => {
            expect(await shown(shared.request)).toBe('/before-all');
            await shared.close();
          });`,
      },
      use: { isolation: 'test' },
    }),
  );
  expect(output).toContain('3 passed');
  const namespaces = Object.values(report).map(({ annotations }) => annotations[0]!.description);
  expect(new Set(namespaces).size).toBe(3);
  expect(await readLeftovers(app)).toEqual(nothing);
});

test('a test with a session of its own crosses midnight and loses no request', async ({
  startApp,
  startProject,
}) => {
  // Leases are kept by the server's clock, which is about to jump.
  const env = { APP_TEST_LEASE_SECONDS: '3600' };
  const app = await startApp({ clock: '2031-05-01T23:30:00Z', env });
  const files = {
    'midnight.spec.ts': `
      import { test, expect } from 'app-test/fixtures';
      test('before', async ({ playwright, baseURL }) => {
        console.log('before midnight');
        const request = await playwright.request.newContext({ baseURL });
        await expect.poll(async () => {
          const status = await request.post('/_test/config/status?lease=clock');
          return (await status.json()).expires_in;
        }).toBeLessThan(600);
        await request.post('/_test/config/finish?lease=clock');
      });
      test('across', async ({ page, request, testMode }) => {
        const before = testMode.tokenHash;
        const statuses = new Set();
        let rounds = 0;
        while (testMode.tokenHash === before || rounds++ < 5) {
          statuses.add((await page.goto('/')).status());
          statuses.add((await request.get('/')).status());
        }
        expect([...statuses]).toEqual([200]);
      });
      test('after', async ({ request }) => {
        expect((await request.get('/')).status()).toBe(200);
      });`,
  };
  const run = startProject(projectFor(app, { files, use: { isolation: 'test' } }));
  await run.printed('before midnight');
  await app.server.run((context) => {
    context.offsetMs = 30 * 60_000 - 8_000 - process.uptime() * 1000;
  });
  const { output } = await run.finished();
  expect(output).toContain('3 passed');
  expect(await readLeftovers(app)).toEqual(nothing);
});

test('tests begin with a copy of the baseline, and leave it as it is', async ({
  startApp,
  startProject,
  openDatabase,
}) => {
  const app = await startApp();
  const mirrored = openDatabase({ database: app.database, namespace: 'mirrored' });
  const key = mirrored.key(['Visit', 'last']);
  await mirrored.save({ key, data: { path: '/mirrored' } });
  const files = {
    'baseline.spec.ts': `
      import { test, expect } from 'app-test/fixtures';
      for (const name of ['one', 'two']) {
        test(name, async ({ page, request }) => {
          await page.goto('/');
          await expect(page.getByText('/mirrored', { exact: true })).toBeVisible();
          await request.post('/' + name);
        });
      }`,
  };
  const use = { isolation: 'test', baseline: 'mirrored' };
  const { output } = await startProject(projectFor(app, { files, use })).finished();
  expect(output).toContain('2 passed');
  const [kept] = await mirrored.get(key);
  expect(kept).toMatchObject({ path: '/mirrored' });
});
