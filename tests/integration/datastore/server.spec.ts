import { connect } from 'node:net';
import { startDatastore } from '../../../datastore/index.js';
import { expect, test } from './client-test.js';

test('plain HTTP on the same port answers the health check and empties the database', async ({
  openClient,
}) => {
  const own = await startDatastore();
  try {
    const datastore = openClient();
    const url = `http://${own.address}`;
    expect((await (await fetch(`${url}/`)).text()).trim()).toBe('Ok');
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    expect((await fetch(`${url}/reset`)).status).toBe(405);
    const drive = await fetch(`${url}/reset`, {
      method: 'POST',
      headers: { origin: 'https://example.com' },
    });
    expect(drive.status).toBe(403);
    expect((await fetch(`${url}/reset`, { method: 'POST' })).status).toBe(200);
    expect(datastore).toBeDefined();
  } finally {
    await own.stop();
  }
});

test('reset empties every database', async ({ openClient, embedded }) => {
  const place = { projectId: 'reset-test', namespace: 'reset' };
  for (const databaseId of ['', 'second']) {
    const datastore = openClient({ ...place, databaseId });
    await datastore.save({ key: datastore.key(['T', 'a']), data: {} });
  }
  const own = await startDatastore();
  await own.reset();
  await own.stop();
  const datastore = openClient({ ...place, databaseId: '' });
  expect((await datastore.get(datastore.key(['T', 'a'])))[0]).toBeDefined();
  expect(embedded.port).toBeGreaterThan(0);
});

test('a port that is in use is named, and so is what to do', async ({ embedded }) => {
  await expect(startDatastore({ port: embedded.port })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: expect.stringContaining(`127.0.0.1:${embedded.port}`),
  });
});

test('stopping twice is fine, cuts open connections and frees the port', async () => {
  const own = await startDatastore();
  const socket = connect(own.port, own.host);
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.all([own.stop(), own.stop()]);
  await closed;
  const again = await startDatastore({ port: own.port });
  await again.stop();
});

test('nonsense on the port harms nobody', async ({ embedded, datastore }) => {
  for (const bytes of [Buffer.alloc(64), Buffer.from('PRI * HTTP/2.0\r\n\r\nnonsense'.repeat(9))]) {
    const socket = connect(embedded.port, embedded.host);
    socket.on('error', () => {}).resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end(bytes);
    await closed;
  }
  const key = datastore.key(['T', 'a']);
  await datastore.save({ key, data: { n: 1 } });
  expect((await datastore.get(key))[0]).toMatchObject({ n: 1 });
});
