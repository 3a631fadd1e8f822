import { createServer } from 'node:net';
import { once } from 'node:events';
import { appFile, runApp } from './run-app.js';
import { type Answer, startScriptedDatastore } from './scripted-datastore.js';
import { findFreePort } from '../../support/free-port.js';
import { expect, loadDatastore, partitionOf, test } from './redirect-test.js';
import type { Redirect, RedirectTarget } from '../../../server/redirect/index.js';

function open(watching: Redirect, target: RedirectTarget, address: string): void {
  watching.wait();
  watching.open({ ...target, host: address });
}

test('a probe goes through the app’s client into the target, and is removed', async ({
  watching,
  target,
}) => {
  open(watching, target, target.host!);
  expect(await watching.selfCheck({ timeoutMs: 10_000 })).toEqual({ mixesDatabases: false });
  expect(watching.state).toBe('open');
  const { batch } = await watching.callTarget('runQuery', {
    partitionId: partitionOf(target, target.namespace!),
    query: { kind: [{ name: 'app-test-probe' }] },
  });
  expect(batch.entityResults).toEqual([]);
});

test('while the probe runs, calls of the app still wait', async ({ watching, target }) => {
  const datastore = new (loadDatastore('@google-cloud/datastore').Datastore)();
  open(watching, target, target.host!);
  let isDone = false;
  const waiting = datastore.get(datastore.key(['Task', 'x'])).then(() => (isDone = true));
  await watching.selfCheck({ timeoutMs: 10_000 });
  expect(isDone).toBe(false);
  watching.admit();
  await waiting;
});

test('a dead target is reported within the time, with what to do', async ({ watching, target }) => {
  const address = `127.0.0.1:${await findFreePort()}`;
  open(watching, target, address);
  const start = Date.now();
  const check = watching.selfCheck({ timeoutMs: 1500 });
  await expect(check).rejects.toMatchObject({
    code: 'DATASTORE_UNREACHABLE',
    reason: expect.stringContaining(address),
    next: expect.stringContaining(`--host-port=${address}`),
  });
  expect(Date.now() - start).toBeLessThan(2500);
});

test('a target that accepts connections and says nothing is reported within the time', async ({
  watching,
  target,
}) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  open(watching, target, `127.0.0.1:${port}`);
  await expect(watching.selfCheck({ timeoutMs: 700 })).rejects.toMatchObject({
    code: 'DATASTORE_UNREACHABLE',
  });
  server.close();
});

test('an emulator that starts a little later is waited for', async ({ watching, target }) => {
  const address = `127.0.0.1:${await findFreePort()}`;
  open(watching, target, address);
  const check = watching.selfCheck({ timeoutMs: 10_000 });
  const late = await startScriptedDatastore(() => ({ code: 9, details: 'Here at last.' }), address);
  await expect(check).rejects.toMatchObject({
    code: 'ROUNDTRIP_FAILED',
    reason: expect.stringContaining('Here at last.'),
  });
  late.stop();
});

const failures: [what: string, answer: Answer, expected: Record<string, unknown>][] = [
  [
    'a database that does not exist',
    () => ({ code: 5, details: 'The database does not exist.' }),
    {
      code: 'DATABASE_MISSING',
      next: expect.stringMatching(
        /gcloud firestore databases create --database=test-\w+ --location=\S+ --type=datastore-mode --project=test-project/,
      ),
    },
  ],
  [
    'a missing permission',
    () => ({ code: 7, details: 'Missing or insufficient permissions.' }),
    {
      code: 'DATASTORE_UNREACHABLE',
      next: expect.stringContaining('gcloud auth application-default login'),
    },
  ],
  [
    'a database that forgets what was written',
    (method) => (method === 'Commit' ? { mutationResults: [{}] } : {}),
    { code: 'ROUNDTRIP_FAILED' },
  ],
];

for (const [what, answer, expected] of failures) {
  test(`${what} is told apart`, async ({ watching, target }) => {
    const server = await startScriptedDatastore(answer);
    open(watching, target, server.address);
    await expect(watching.selfCheck({ timeoutMs: 5000 })).rejects.toEqual(
      expect.objectContaining(expected),
    );
    server.stop();
  });
}

test('a client that was moved away from under us is found out', async ({ watching, target }) => {
  const { prototype } = loadDatastore('@google-cloud/datastore').v1.DatastoreClient;
  open(watching, target, target.host!);
  const stored: Record<string, unknown> = {};
  const originals = { commit: prototype.commit, lookup: prototype.lookup };
  // A fake in memory, as tests of apps like to install.
  Object.assign(prototype, {
    commit: (request: { mutations: { upsert?: unknown }[] }, _: unknown, callback: Function) => {
      stored.entity = request.mutations[0]?.upsert;
      callback(null, { mutationResults: [{}] });
    },
    lookup: (_: unknown, __: unknown, callback: Function) => {
      const { properties } = stored.entity as { properties: Record<string, object> };
      for (const value of Object.values(properties))
        Object.assign(value, { valueType: 'stringValue' });
      callback(null, { found: [{ entity: stored.entity }] });
    },
  });
  const check = watching.selfCheck({ timeoutMs: 5000 });
  await expect(check).rejects.toMatchObject({
    code: 'ROUNDTRIP_FAILED',
    reason: expect.stringContaining('did not move'),
  });
  Object.assign(prototype, originals);
});

test('an IPv6 address reaches the target', async ({ watching, target }) => {
  const server = await startScriptedDatastore(() => ({}), '[::1]:0');
  open(watching, target, server.address);
  expect(watching.addressNow().host).toBe(server.address);
  await watching.callTarget('lookup', { keys: [] }, { timeoutMs: 5000 });
  expect(server.requests).toHaveLength(1);
  server.stop();
});

for (const host of ['localhost', '::1:8081', 'localhost:0', 'localhost:99999', '', 'a b:1']) {
  test(`'${host}' is refused as a host`, ({ watching, target }) => {
    watching.wait();
    expect(() => watching.open({ ...target, host })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });
}

test('routing headers and partition ids on the wire are the target’s', async ({
  watching,
  target,
}) => {
  const server = await startScriptedDatastore(() => ({}));
  open(watching, target, server.address);
  watching.admit();
  const { Datastore } = loadDatastore('@google-cloud/datastore');
  const datastore = new Datastore({ databaseId: 'main', namespace: 'tenant' });
  await datastore.get(datastore.key(['Task', 'x']), {
    gaxOptions: {
      otherArgs: {
        headers: {
          'x-goog-request-params': 'project_id=live-project',
          'google-cloud-resource-prefix': 'projects/live-project',
          traceparent: '00-1-1-00',
        },
      },
    },
  });
  const [[method, request, metadata]] = server.requests as [[string, object, object]];
  expect(method).toBe('Lookup');
  expect(JSON.stringify([request, metadata])).not.toContain('live-project');
  expect(metadata).toMatchObject({
    'x-goog-request-params': `project_id=test-project&database_id=${target.database}`,
    traceparent: '00-1-1-00',
  });
  server.stop();
});

test('missing credentials are told apart from a dead target', async ({ target }) => {
  const run = await runApp([appFile('no-credentials.mjs')], target, { HOME: '/nonexistent' });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toEqual({
    code: 'DATASTORE_UNREACHABLE',
    message: expect.stringMatching(/no credentials.*gcloud auth application-default login/s),
    address: { projectId: 'test-project', database: 'app-tests', namespace: null, host: null },
  });
});
