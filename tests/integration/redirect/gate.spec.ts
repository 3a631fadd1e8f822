import { createServer } from 'node:net';
import { once } from 'node:events';
import { AppTestError } from '../../../protocol/index.js';
import type { installRedirect } from '../../../server/redirect/index.js';
import { expect, loadDatastore, test } from './redirect-test.js';
import { appFile, runApp } from './run-app.js';

const reset = new AppTestError({ code: 'NOT_ACTIVATED', message: 'The session was reset.' });

test('while watching, calls leave as they are, and that is remembered', async ({ watching }) => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { Datastore } = loadDatastore('@google-cloud/datastore');
  const datastore = new Datastore({ apiEndpoint: `localhost:${port}` });
  expect(watching).toMatchObject({ state: 'watching', rpcHasLeft: false });
  const connected = once(server, 'connection');
  const left = datastore.save({ key: datastore.key(['Task', 'x']), data: {} }, { timeout: 500 });
  await connected;
  expect(watching.rpcHasLeft).toBe(true);
  await expect(left).rejects.toMatchObject({ code: expect.any(Number) });
  server.close();
  await once(server, 'close');
});

test('calls wait in order until they are admitted, in both forms', async ({ watching, target }) => {
  const { Datastore } = loadDatastore('@google-cloud/datastore');
  const datastore = new Datastore();
  const key = datastore.key(['Task', 'x']);
  watching.wait();
  const done: string[] = [];
  const saved = datastore.save({ key, data: { a: 1 } }).then(() => done.push('saved'));
  const called = new Promise<void>((resolve) => {
    datastore.get(datastore.key(['Task', 'y']), () => {
      done.push('called');
      resolve();
    });
  });
  watching.open(target);
  await watching.selfCheck({ timeoutMs: 10_000 });
  expect(done).toEqual([]);
  watching.admit();
  await Promise.all([saved, called]);
  expect(done.toSorted()).toEqual(['called', 'saved']);
  expect(watching).toMatchObject({ state: 'admitted', rpcHasLeft: false });
});

test('a failed activation refuses the calls that wait and those that follow', async ({
  watching,
}) => {
  const { Datastore } = loadDatastore('@google-cloud/datastore');
  const datastore = new Datastore();
  const get = (): Promise<unknown> => datastore.get(datastore.key(['Task', 'x']));
  watching.wait();
  const early = get();
  const failure = new AppTestError({ code: 'DATASTORE_UNREACHABLE', message: 'Nobody there.' });
  watching.fail(failure);
  await expect(early).rejects.toBe(failure);
  await expect(get()).rejects.toBe(failure);
  expect(() => watching.addressNow()).toThrow(expect.objectContaining({ code: 'NOT_ACTIVATED' }));
  await expect(watching.callTarget('lookup', {})).rejects.toMatchObject({ code: 'NOT_ACTIVATED' });
});

test('a closed redirect refuses calls until the next activation', async ({ redirect, target }) => {
  const { Datastore } = loadDatastore('@google-cloud/datastore');
  const datastore = new Datastore();
  const get = (): Promise<unknown> => datastore.get(datastore.key(['Task', 'x']));
  await get();
  redirect.close(reset);
  await expect(get()).rejects.toBe(reset);
  redirect.wait();
  const waiting = get();
  redirect.open({ ...target, namespace: 'another' });
  redirect.admit();
  expect(await waiting).toEqual([undefined]);
  expect(redirect.addressNow().namespace).toBe('another');
});

test('opening twice for the same target changes nothing, for another it is refused', ({
  redirect,
  target,
}) => {
  redirect.open({ ...target });
  expect(redirect.state).toBe('admitted');
  expect(() => redirect.open({ ...target, database: 'other-db' })).toThrow(
    expect.objectContaining({
      code: 'ACTIVATION_CONFLICT',
      message: expect.stringMatching(new RegExp(`${target.database}.*other-db`)),
    }),
  );
  expect(redirect.addressNow().database).toBe(target.database);
});

test('a gate can only be admitted after it was opened', ({ watching }) => {
  expect(() => watching.admit()).toThrow(expect.objectContaining({ code: 'NOT_ACTIVATED' }));
  watching.wait();
  expect(() => watching.admit()).toThrow(expect.objectContaining({ code: 'NOT_ACTIVATED' }));
});

test('every copy of app-test in the process has the same redirect', async ({ watching }) => {
  const other = (await import(
    new URL('../../../dist/server/redirect/index.js', import.meta.url).href
  )) as { installRedirect: typeof installRedirect };
  expect(other.installRedirect()).toBe(watching);
});

test('a gate that nobody opens lets the process end, and says what waited', async ({ target }) => {
  const run = await runApp([appFile('never.mjs')], target);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('1 Datastore call has been waiting for activation');
  expect(run.stderr).toContain('--import app-test/register');
});
