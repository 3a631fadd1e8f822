import { connect } from 'node:net';
import type { Datastore } from '@google-cloud/datastore';
import { startDatastore } from '../../../datastore/index.js';
import { expect, test } from './client-test.js';

type Place = { databaseId: string; namespace?: string };

test('plain HTTP on the same port answers the health check, and knows nothing else', async ({
  embedded,
}) => {
  const url = `http://${embedded.address}`;
  expect((await (await fetch(`${url}/`)).text()).trim()).toBe('Ok');
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  expect((await fetch(`${url}/reset`)).status).toBe(405);
});

/** Clients of two databases of a Datastore, with an entity in two namespaces of each. */
async function fill(open: (place: Place) => Datastore): Promise<{
  count(): Promise<number>;
  transaction: ReturnType<Datastore['transaction']>;
}> {
  const clients = ['', 'second'].flatMap((databaseId) =>
    ['', 'other'].map((namespace) => open({ databaseId, ...(namespace && { namespace }) })),
  );
  for (const client of clients) await client.save({ key: client.key(['T', 'a']), data: { n: 1 } });
  const transaction = clients[0]!.transaction();
  await transaction.run();
  return {
    count: async () => {
      const found = await Promise.all(
        clients.map(async (client) => [
          (await client.get(client.key(['T', 'a'])))[0],
          ...(await client.runQuery(client.createQuery('T').filter('n', 1)))[0],
        ]),
      );
      return found.flat().filter((entity) => entity !== undefined).length;
    },
    transaction,
  };
}

test('reset in process empties every namespace of every database, and ends transactions', async ({
  openClient,
}) => {
  const own = await startDatastore();
  try {
    const filled = await fill((place) => openClient({ ...place, apiEndpoint: own.address }));
    expect(await filled.count()).toBe(8);
    await own.reset();
    expect(await filled.count()).toBe(0);
    await expect(filled.transaction.commit()).rejects.toMatchObject({ code: 3 });
  } finally {
    await own.stop();
  }
});

test('POST /reset does the same, unless a page of another site asks', async ({ openClient }) => {
  const own = await startDatastore();
  try {
    const filled = await fill((place) => openClient({ ...place, apiEndpoint: own.address }));
    const url = `http://${own.address}/reset`;
    for (const headers of [
      { origin: 'https://example.com' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      expect((await fetch(url, { method: 'POST', headers })).status).toBe(403);
    }
    expect(await filled.count()).toBe(8);
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    expect(await filled.count()).toBe(0);
  } finally {
    await own.stop();
  }
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
