import { expect, test } from './installed-package.js';

const withoutPeers = ['server', 'register', 'client', 'datastore', 'reporter'];
const names = {
  server: ['activate', 'protect', 'setup', 'testMode', 'session', 'registerTestModule'],
  client: ['requireTestMode', 'finish', 'AppTestError'],
  datastore: ['startDatastore'],
  fixtures: ['test', 'expect'],
  'global-setup': ['default'],
  reporter: ['default'],
};

for (const entry of withoutPeers) {
  test(`app-test/${entry} loads without Playwright, Express or Datastore being there`, async ({
    installed,
  }) => {
    const { code, output } = await installed.run([
      '--input-type=module',
      '--eval',
      `await import('app-test/${entry}'); console.log('loaded');`,
    ]);

    expect(output).toBe('loaded\n');
    expect(code).toBe(0);
  });
}

for (const [entry, expected] of Object.entries(names)) {
  for (const [way, load] of [
    ['imported', `await import('app-test/${entry}')`],
    ['required from CommonJS', `require('app-test/${entry}')`],
  ] as const) {
    test(`app-test/${entry} can be ${way}`, async ({ installed }) => {
      installed.link('@playwright/test');
      const file = way === 'imported' ? 'load.mjs' : 'load.cjs';
      installed.write(file, `console.log(JSON.stringify(Object.keys(${load})));`);

      const { code, output } = await installed.run(['--no-warnings', file]);

      expect(output).toMatch(/^\[.*\]\n$/);
      expect(JSON.parse(output)).toEqual(expect.arrayContaining(expected));
      expect(code).toBe(0);
    });
  }
}

test('node --import app-test/register runs a CommonJS and an ES module alike', async ({
  installed,
}) => {
  installed.write('main.cjs', `console.log('CommonJS runs');`);
  installed.write('main.mjs', `console.log('ES module runs');`);

  expect(await installed.run(['--import', 'app-test/register', 'main.cjs'])).toEqual({
    code: 0,
    output: 'CommonJS runs\n',
  });
  expect(await installed.run(['--import', 'app-test/register', 'main.mjs'])).toEqual({
    code: 0,
    output: 'ES module runs\n',
  });
});

test('an entry that is not exported cannot be reached', async ({ installed }) => {
  const { code, output } = await installed.run([
    '--input-type=module',
    '--eval',
    `await import('app-test/dist/protocol/index.js');`,
  ]);

  expect(output).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
  expect(code).toBe(1);
});
