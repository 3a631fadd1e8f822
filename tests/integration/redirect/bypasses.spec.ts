import { once } from 'node:events';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { expect, loadDatastore, test, versions } from './redirect-test.js';

const path = [{ kind: 'Task', name: 'one' }];
const lookup = { projectId: 'live-project', keys: [{ path }] };
const blocked = expect.objectContaining({ code: 'EGRESS_BLOCKED' });

/** The generated client, below what its types say. */
interface OpenClient {
  innerApiCalls: Record<string, (request: object, options?: object) => Promise<[object]>>;
  initialize(): Promise<Record<string, (...args: unknown[]) => unknown>>;
  operationsClient?: Record<string, (...args: unknown[]) => unknown>;
}

for (const version of versions) {
  test.describe(`with ${version}`, () => {
    test('the inner calls of a generated client go to the test database', async ({ redirect }) => {
      const { v1 } = loadDatastore(version);
      const client = new v1.DatastoreClient() as unknown as OpenClient;
      await client.initialize();
      const [response] = await client.innerApiCalls.lookup!(lookup);
      expect(response).toMatchObject({ missing: [{}] });
      expect(redirect.rpcHasLeft).toBe(false);
    });

    test('the inner calls that an app took before activation go there too', async ({
      watching,
      target,
    }) => {
      const { v1 } = loadDatastore(version);
      const client = new v1.DatastoreClient({
        apiEndpoint: '127.0.0.1',
        port: 1,
      }) as unknown as OpenClient;
      client.initialize().catch(() => {});
      const early = client.innerApiCalls.lookup!;
      watching.wait();
      watching.open(target);
      watching.admit();
      expect((await early(lookup))[0]).toMatchObject({ missing: [{}] });
      expect(watching.rpcHasLeft).toBe(false);
    });

    test('the gRPC stub of a generated client is closed', async ({ redirect }) => {
      const { v1 } = loadDatastore(version);
      const client = new v1.DatastoreClient() as unknown as OpenClient;
      const stub = await client.initialize();
      expect(() => stub.lookup!(lookup)).toThrow(blocked);
      expect(redirect.rpcHasLeft).toBe(false);
    });

    test('the admin client is refused in every form of call', async ({ redirect }) => {
      const { Datastore, v1 } = loadDatastore(version);
      const datastore = new Datastore();
      await expect(datastore.getIndexes()).rejects.toEqual(blocked);
      await expect(datastore.export({ bucket: 'b' })).rejects.toEqual(blocked);
      await expect(datastore.import({ file: 'gs://b/f' })).rejects.toEqual(blocked);
      const [streamed] = await once(datastore.getIndexesStream({}).resume(), 'error');
      expect(streamed).toEqual(blocked);
      const admin = new v1.DatastoreAdminClient();
      await expect(admin.initialize()).rejects.toEqual(blocked);
      const called = await new Promise((resolve) => {
        admin.getIndex({ projectId: 'live-project', indexId: 'i' }, resolve);
      });
      expect(called).toEqual(blocked);
      const iterable = admin.listIndexesAsync({ projectId: 'live-project' });
      await expect(iterable[Symbol.asyncIterator]().next()).rejects.toEqual(blocked);
      await admin.close();
      expect(redirect.rpcHasLeft).toBe(false);
    });

    test('a client that speaks REST is moved as well', async ({ redirect }) => {
      const { Datastore, v1 } = loadDatastore(version);
      for (const fallback of ['rest', true] as const) {
        const client = new v1.DatastoreClient({ fallback, projectId: 'live-project' });
        expect((await client.lookup(lookup))[0]).toMatchObject({ missing: [{}] });
        const datastore = new Datastore({ fallback });
        expect(await datastore.get(datastore.key(['Task', 'one']))).toEqual([undefined]);
      }
      expect(redirect.rpcHasLeft).toBe(false);
    });

    test('a closed client stays closed', async ({ redirect }) => {
      expect(redirect.state).toBe('admitted');
      const { v1 } = loadDatastore(version);
      const client = new v1.DatastoreClient();
      await client.lookup(lookup);
      await client.close();
      await expect(client.lookup(lookup)).rejects.toThrow('The client has already been closed.');
    });
  });
}

// Gone from version 11 on.
for (const version of versions.slice(0, 2)) {
  test(`long-running operations of ${version} are refused`, async ({ redirect }) => {
    const { v1 } = loadDatastore(version);
    const client = new v1.DatastoreClient() as unknown as OpenClient &
      Record<string, ((request: object) => Promise<unknown>) | undefined>;
    await expect(client.cancelOperation!({ name: 'x' })).rejects.toEqual(blocked);
    await client.initialize();
    expect(() => client.operationsClient!.cancelOperation!({ name: 'x' })).toThrow(blocked);
    expect(redirect.rpcHasLeft).toBe(false);
  });
}

test('headers and arguments that address another database are not taken over', async ({
  redirect,
}) => {
  expect(redirect.state).toBe('admitted');
  const client = new (loadDatastore('@google-cloud/datastore').v1.DatastoreClient)();
  const [response] = await client.lookup(lookup, {
    otherArgs: {
      headers: { 'x-goog-request-params': 'project_id=live-project', traceparent: '00-0-0-00' },
      options: { host: 'datastore.googleapis.com', deadline: 0 },
      metadataBuilder: () => {
        throw new Error('never called');
      },
    },
  });
  expect(response).toMatchObject({ missing: [{}] });
});

test('a subclass that calls its parent is moved', async ({ redirect }) => {
  expect(redirect.state).toBe('admitted');
  const { v1 } = loadDatastore('@google-cloud/datastore');
  const Parent = v1.DatastoreClient as unknown as new () => {
    lookup(...args: unknown[]): Promise<unknown[]>;
  };
  class Logged extends Parent {
    override lookup(...args: unknown[]): Promise<unknown[]> {
      return super.lookup(...args);
    }
  }
  expect((await new Logged().lookup(lookup))[0]).toMatchObject({ missing: [{}] });
});

for (const host of [
  'datastore.googleapis.com',
  'firestore.googleapis.com',
  'eur3-datastore.googleapis.com',
  'datastore.us-east1.rep.googleapis.com',
  'batch-datastore.googleapis.com',
]) {
  test(`with a local target, sockets to ${host} are refused`, async ({ redirect }) => {
    expect(redirect.state).toBe('admitted');
    await expect(fetch(`https://${host}/`)).rejects.toMatchObject({ cause: blocked });
    expect(await once(https.get(`https://${host}/`), 'error')).toEqual([blocked]);
    expect(await once(tls.connect(443, host), 'error')).toEqual([blocked]);
    const session = http2.connect(`https://${host}`);
    expect(await once(session, 'error')).toEqual([blocked]);
    // The name shows although the address is given, as behind a proxy or a resolver.
    const listener = net.createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as net.AddressInfo;
    const direct = tls.connect({ host: '127.0.0.1', port, servername: host });
    expect(await once(direct, 'error')).toEqual([blocked]);
    listener.close();
  });
}

test('with a local target, other hosts are not touched', async ({ redirect, target }) => {
  expect(redirect.state).toBe('admitted');
  expect((await fetch(`http://${target.host}/`)).status).toBeGreaterThan(0);
});

test('with a remote target, sockets are not touched', async ({ watching }) => {
  const connect: unknown = Reflect.get(tls.TLSSocket.prototype, 'setServername');
  watching.wait();
  watching.open({ projectId: 'p', database: 'app-tests', namespace: null, host: null });
  expect(Reflect.get(tls.TLSSocket.prototype, 'setServername')).toBe(connect);
});
