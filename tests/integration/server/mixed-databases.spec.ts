import { Datastore } from '@google-cloud/datastore';
import {
  findGcloud,
  type GoogleEmulator,
  startDatastoreEmulator,
} from '../../support/google-emulator.js';
import { expect, test } from '../../support/server-test.js';

test.skip(findGcloud() === undefined, 'needs the classic Datastore emulator of gcloud');

let emulator: GoogleEmulator | undefined;
test.afterEach(() => emulator?.stop());

test('a reset deletes nothing of another database on an emulator whose queries find it all the same', async ({
  startServer,
}) => {
  emulator = await startDatastoreEmulator();
  const other = new Datastore({
    projectId: 'test-project',
    apiEndpoint: emulator.address,
    namespace: 'anna',
  });
  const key = other.key(['Tea', 1]);
  await other.save({ key, data: { stock: 7 } });
  const server = await startServer({
    env: { APP_TEST: 'anna', DATASTORE_EMULATOR_HOST: emulator.address },
  });
  const { token } = (await server.status()).json;
  await server.visit(token, '/written', { method: 'POST' });
  const reset = await server.visit(token, '/_test/data/reset', { method: 'POST' });
  expect((await other.get(key))[0]).toMatchObject({ stock: 7 });
  expect([reset.status, reset.text]).toEqual([200, expect.stringContaining('deleted')]);
  expect((await server.visit(token)).text).toContain('no visit');
});
