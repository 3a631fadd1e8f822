import { nothing, projectFor, readLeftovers } from './support/isolated-project.js';
import { expect, test } from './support/runner-test.js';

/** What a spec needs to tell in which session it is. */
const tools = `
  import { test as base, expect } from 'app-test/fixtures';
  const shown = async (request) => /<p>(.*)<.p>/.exec(await (await request.get('/')).text())[1];
  const kindOf = (namespace) =>
    namespace === null ? 'run' : /-t[0-9]+\\.\\.$/.test(namespace) ? 'test' : 'worker';`;

test('isolation can be another in each project, file and describe', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const { output } = await runProject(
    projectFor(app, {
      files: {
        'scopes.spec.ts': `
          ${tools}
          const test = base;
          const tell = (expected) => test('is ' + expected, async ({ testMode, request }) => {
            expect(kindOf(testMode.namespace)).toBe(expected);
            expect((await request.get('/')).status()).toBe(200);
          });
          tell('worker');
          test.describe('in test', () => {
            test.use({ isolation: 'test' });
            tell('test');
            test.describe('in run', () => { test.use({ isolation: 'run' }); tell('run'); });
            test.describe('as its parent', () => tell('test'));
          });
          test.describe('again', () => tell('worker'));`,
        'file.spec.ts': `
          ${tools}
          const test = base;
          test.use({ isolation: 'run' });
          test('file is run', ({ testMode }) => expect(testMode.namespace).toBe(null));`,
        'project.spec.ts': `
          ${tools}
          base('project is test', ({ testMode }) => expect(kindOf(testMode.namespace)).toBe('test'));`,
      },
      config: {
        projects: [
          { name: 'one', testIgnore: 'project.spec.ts' },
          { name: 'two', testMatch: 'project.spec.ts', use: { isolation: 'test' } },
        ],
      },
      use: { isolation: 'worker' },
    }),
  );
  expect(output).toContain('7 passed');
  expect(await readLeftovers(app)).toEqual(nothing);
});

test('hooks of a describe happen in the session that its isolation says', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const describe = (isolation: string, seenInTests: string): string => `
    test.describe('in ${isolation}', () => {
      test.use({ isolation: '${isolation}' });
      let shared;
      test.beforeAll(async ({ browser, baseURL, testMode, request }) => {
        expect(kindOf(testMode.namespace)).toBe('${isolation === 'test' ? 'worker' : isolation}');
        shared = await browser.newContext({ baseURL });
        await shared.request.post('/all-${isolation}');
        expect(await shown(request)).toBe('/all-${isolation}');
      });
      test.beforeEach(({ testMode }) => expect(kindOf(testMode.namespace)).toBe('${isolation}'));
      for (const number of [1, 2]) {
        test('${isolation} ' + number, async ({ request, page, testMode }) => {
          expect(kindOf(testMode.namespace)).toBe('${isolation}');
          if (number === 1) expect(await shown(request)).toBe('/all-${isolation}');
          else expect(await shown(request)).toBe('${seenInTests}');
          await request.post('/test-' + number);
          expect(await shown(shared.request)).toBe('/test-' + number);
          await page.goto('/');
          await expect(page.getByText('/test-' + number, { exact: true })).toBeVisible();
        });
      }
      test.afterEach(({ testMode }) => expect(kindOf(testMode.namespace)).toBe('${isolation}'));
      test.afterAll(async ({ request, testMode }) => {
        expect(kindOf(testMode.namespace)).toBe('${isolation === 'test' ? 'worker' : isolation}');
        const left = '${isolation === 'test' ? '/all-test' : '/test-2'}';
        expect(await shown(request)).toBe(left);
        expect(await shown(shared.request)).toBe(left);
        await shared.close();
      });
    });`;
  const { output } = await runProject(
    projectFor(app, {
      files: {
        'hooks.spec.ts': `
          ${tools}
          const test = base.extend({
            place: [async ({ testMode }, use) => use(testMode.namespace), { scope: 'worker', auto: true }],
          });
          ${describe('test', '/all-test')}
          ${describe('run', '/test-1')}
          ${describe('worker', '/test-1')}
          test('worker fixtures are set up as the configuration says', ({ place, testMode }) => {
            expect(kindOf(place)).toBe('worker');
            expect(kindOf(testMode.namespace)).toBe('worker');
          });`,
      },
      use: { isolation: 'worker' },
    }),
  );
  expect(output).toContain('7 passed');
  expect(await readLeftovers(app)).toEqual(nothing);
});

test('wrong values are refused before the run where they are in the configuration, else in the test', async ({
  startApp,
  runProject,
}) => {
  const app = await startApp();
  const files = {
    'wrong.spec.ts': `
      import { test } from 'app-test/fixtures';
      test.describe('misspelt', () => {
        test.use({ isolation: 'tests' });
        test('misspelt', () => { throw new Error('ran'); });
      });
      test.describe('with a baseline', () => {
        test.use({ isolation: 'run' });
        test('with a baseline', () => { throw new Error('ran'); });
      });
      test.use({ baseline: 'mirrored' });`,
  };
  const inTests = await runProject(projectFor(app, { files }));
  expect(inTests.output).toContain("isolation is 'tests'. Did you mean 'test'?");
  expect(inTests.output).toContain("baseline is 'mirrored' with isolation 'run'");
  expect(inTests.output).not.toContain('Error: ran');
  for (const use of [{ isolation: 'file' }, { baseline: 'a.b' }]) {
    const { output, report } = await runProject(
      projectFor(app, { files, config: { projects: [{ name: 'one', use }] } }),
    );
    expect(output).toMatch(/isolation is 'file'|'a\.b' is not a valid namespace/);
    expect(report).toEqual({});
  }
  expect(await readLeftovers(app)).toEqual(nothing);
});
