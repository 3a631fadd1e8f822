import {
  findGcloud,
  startDatastoreEmulator,
  startFirestoreEmulator,
} from '../../../support/google-emulator.js';
import { findFreePort } from '../../../support/free-port.js';
import { ScriptedServer } from '../../../support/scripted-server.js';
import { startDatastore } from '../../../../datastore/index.js';
import { expect, pick, test } from './doctor-test.js';

const start = 'APP_TEST_MODULES=testing/modules node --import app-test/register app/server.js';
const files = {
  'package.json': { scripts: { start } },
  'app/server.js': '',
  'testing/modules/tea.js': '',
};

test('test modules below the deployment root fail, with the line to add', async ({ diagnose }) => {
  const report = await diagnose({ files: { ...files, 'app.yaml': '' } });

  const [finding, ...more] = report.findings.filter(({ check }) => check === 'test-modules');
  expect(more).toEqual([]);
  expect(finding).toMatchObject({
    result: 'failure',
    seen: expect.stringContaining('(testing/modules) lies inside the deployment root'),
    next: expect.stringContaining("add the line 'testing/modules/' to .gcloudignore"),
  });
});

test('test modules that an ignore file excludes, or beside a deployed folder, are in order', async ({
  diagnose,
}) => {
  const ignored = await diagnose({ files: { ...files, '.gcloudignore': 'testing/\n' } });
  const beside = await diagnose({ files: { ...files, 'app/package.json': {} } });

  const passed = [`ok: testing/modules (package.json, script "start") is not deployed.`];
  expect(pick(ignored, 'test-modules')).toEqual(passed);
  expect(pick(beside, 'test-modules')).toEqual(passed);
});

test('a folder of test modules that is not there fails', async ({ diagnose }) => {
  const report = await diagnose({ env: { APP_TEST_MODULES: 'testing' } });

  expect(pick(report, 'test-modules')).toEqual([
    expect.stringMatching(/^failure: testing \(APP_TEST_MODULES of this shell\): .*not there/),
  ]);
});

test('the embedded Datastore is recognised', async ({ diagnose }) => {
  const datastore = await startDatastore();
  const report = await diagnose({ env: { DATASTORE_EMULATOR_HOST: datastore.address } });
  await datastore.stop();

  expect(pick(report, 'emulator')).toEqual([
    `ok: DATASTORE_EMULATOR_HOST=${datastore.address} (this shell) is app-test's embedded Datastore.`,
  ]);
});

for (const [name, startEmulator, words] of [
  ['classic Datastore emulator', startDatastoreEmulator, 'queries answer from every database'],
  ['Firestore emulator', startFirestoreEmulator, 'no queries of the kinds __kind__'],
] as const) {
  test(`Google's ${name} is recognised, with what it lacks`, async ({ diagnose }) => {
    test.skip(findGcloud() === undefined, 'gcloud is not in PATH: no emulator of Google here.');
    const emulator = await startEmulator();
    const report = await diagnose({ env: { DATASTORE_EMULATOR_HOST: emulator.address } });
    await emulator.stop();

    const [finding] = report.findings.filter(({ check }) => check === 'emulator');
    expect(finding).toMatchObject({
      result: 'warning',
      seen: expect.stringContaining(`is Google's ${name}`),
      why: expect.stringContaining(words),
    });
  });
}

test('an emulator that does not answer, or that is none, fails', async ({ diagnose }) => {
  const address = `127.0.0.1:${await findFreePort()}`;
  const silent = await diagnose({ env: { DATASTORE_EMULATOR_HOST: address } });
  await using server = await ScriptedServer.answering({ hello: 'world' });
  const other = server.url.replace('http://', '');
  const foreign = await diagnose({
    files: {
      'package.json': { scripts: { start: `DATASTORE_EMULATOR_HOST=${other} node server.js` } },
    },
  });

  expect(pick(silent, 'emulator')).toEqual([
    `failure: DATASTORE_EMULATOR_HOST=${address} (this shell) does not answer: ECONNREFUSED.`,
  ]);
  expect(pick(foreign, 'emulator')).toEqual([
    `failure: DATASTORE_EMULATOR_HOST=${other} (package.json, script "start") answers, but not as a Datastore emulator does.`,
  ]);
});

for (const address of ['http://localhost:8081', 'datastore.googleapis.com:443']) {
  test(`DATASTORE_EMULATOR_HOST=${address} fails, and nothing is sent there`, async ({
    diagnose,
  }) => {
    const report = await diagnose({ env: { DATASTORE_EMULATOR_HOST: address } });

    expect(pick(report, 'emulator')).toEqual([expect.stringMatching(/^failure: /)]);
  });
}
