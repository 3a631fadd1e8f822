import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import express, { type Express } from 'express';
// @ts-expect-error -- an alias, for which there are no types
import express4 from 'express-4';
import multer from 'multer';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { bindEmitter, currentSession, runInSession } from '../../../server/redirect/index.js';
import { expect, loadDatastore, partitionOf, test, versions } from './redirect-test.js';

const busboy = createRequire(createRequire(import.meta.url).resolve('multer'))(
  'busboy',
) as (options: { headers: http.IncomingHttpHeaders }) => Writable;

type Listener = (req: http.IncomingMessage, res: http.ServerResponse) => void;

/** Serves requests, each in the session that its header names, as the validator does. */
async function serveSessions(listener: Listener): Promise<{ url: string; stop(): Promise<void> }> {
  const server = http.createServer((req, res) => {
    runInSession(String(req.headers['x-session'] ?? ''), () => {
      bindEmitter(req, res);
      listener(req, res);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

for (const version of versions) {
  test.describe(`with ${version}`, () => {
    test('each session has data of its own, and the process session too', async ({
      redirect,
      target,
    }) => {
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore();
      const key = datastore.key(['Cart', 'mine']);
      for (const session of ['', 'w1', 'w2']) {
        await runInSession(session, () => datastore.save({ key, data: { of: session } }));
      }
      for (const session of ['', 'w1', 'w2']) {
        const [cart] = await runInSession(session, () => datastore.get(key));
        expect(cart).toMatchObject({ of: session });
      }
      const { found } = await redirect.callTarget('lookup', {
        keys: [
          {
            partitionId: partitionOf(target, `${target.namespace}.w1..`),
            path: [{ kind: 'Cart', name: 'mine' }],
          },
        ],
      });
      expect(found[0].entity.properties.of.stringValue).toBe('w1');
    });

    test('a stream belongs to the session that created it, whoever reads it', async ({
      redirect,
    }) => {
      expect(redirect.state).toBe('admitted');
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore();
      await runInSession('w1', () =>
        datastore.save({ key: datastore.key(['Cart', 'a']), data: { of: 'w1' } }),
      );
      const streams = runInSession('w1', () => [
        datastore.runQueryStream(datastore.createQuery('Cart')),
        datastore.createReadStream(datastore.key(['Cart', 'a'])),
      ]);
      await runInSession('w2', async () => {
        for (const stream of streams) {
          const rows: unknown[] = [];
          for await (const row of stream) rows.push(row);
          expect(rows).toEqual([expect.objectContaining({ of: 'w1' })]);
        }
      });
    });

    test('a transaction stays in the session in which it began', async ({ redirect }) => {
      expect(redirect.state).toBe('admitted');
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore();
      const key = datastore.key(['Cart', 'mine']);
      await runInSession('w1', () => datastore.save({ key, data: { of: 'w1' } }));
      await runInSession('w2', () => datastore.save({ key, data: { of: 'w2' } }));
      const transaction = datastore.transaction();
      await runInSession('w1', () => transaction.run());
      await runInSession('w2', async () => {
        expect((await transaction.get(key))[0]).toMatchObject({ of: 'w1' });
        const query = transaction.createQuery('Cart').hasAncestor(key);
        expect((await transaction.runQuery(query))[0]).toMatchObject([{ of: 'w1' }]);
        transaction.save({ key, data: { of: 'w1, changed' } });
        await transaction.commit();
        // Over: later calls are of the session that makes them.
        expect((await datastore.get(key))[0]).toMatchObject({ of: 'w2' });
      });
      const [cart] = await runInSession('w1', () => datastore.get(key));
      expect(cart).toMatchObject({ of: 'w1, changed' });
    });

    test('200 concurrent calls over 10 sessions never meet', async ({ redirect }) => {
      expect(redirect.state).toBe('admitted');
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore();
      const key = datastore.key(['Cart', 'mine']);
      const calls = Array.from({ length: 200 }, (_, index) =>
        runInSession(`s${index % 10}`, async () => {
          const session = currentSession();
          await datastore.save({ key, data: { of: session } });
          expect((await datastore.get(key))[0]).toMatchObject({ of: session });
        }),
      );
      await Promise.all(calls);
    });
  });
}

test('a transaction begun by its first read stays in that session', async ({ redirect }) => {
  expect(redirect.state).toBe('admitted');
  const { Datastore } = loadDatastore('@google-cloud/datastore');
  const datastore = new Datastore();
  const key = datastore.key(['Cart', 'mine']);
  await runInSession('w1', () => datastore.save({ key, data: { of: 'w1' } }));
  const transaction = datastore.transaction();
  await runInSession('w1', () => transaction.get(key));
  await runInSession('w2', async () => {
    expect((await transaction.get(key))[0]).toMatchObject({ of: 'w1' });
    await transaction.rollback();
    expect(await datastore.get(key)).toEqual([undefined]);
  });
});

for (const [name, createApp] of [
  ['Express 5', express],
  ['Express 4', express4 as unknown as typeof express],
] as const) {
  test(`an upload through multer stays in its session on ${name}`, async () => {
    const app: Express = createApp();
    app.post('/', multer().single('file'), (_req, res) => {
      res.json({ session: currentSession() });
    });
    const server = await serveSessions(app);
    const upload = async (session: string): Promise<unknown> => {
      const body = new FormData();
      body.set('file', new Blob(['x'.repeat(300_000)]), 'file.txt');
      const headers = { 'x-session': session };
      return (await fetch(server.url, { method: 'POST', headers, body })).json();
    };
    const sessions = ['w1', 'w2', 'w3', ''];
    expect(await Promise.all(sessions.map(upload))).toEqual(
      sessions.map((session) => ({ session })),
    );
    await server.stop();
  });
}

// multer 2.5 binds its own callbacks; what it is made of does not.
test('an upload through busboy stays in its session', async () => {
  const server = await serveSessions((req, res) => {
    const parser = busboy({ headers: req.headers });
    const seen: string[] = [];
    parser.on('file', (_name: string, file: Readable) => {
      file.on('data', () => seen.push(currentSession()));
    });
    parser.on('close', () => {
      seen.push(currentSession());
      res.end(JSON.stringify([...new Set(seen)]));
    });
    req.pipe(parser);
  });
  const body = new FormData();
  body.set('file', new Blob(['x'.repeat(300_000)]), 'file.txt');
  const headers = { 'x-session': 'w1' };
  const response = await fetch(server.url, { method: 'POST', headers, body });
  expect(await response.json()).toEqual(['w1']);
  await server.stop();
});

test('late events of request and response stay in their session', async () => {
  const seen: Record<string, string> = {};
  const finished = new EventEmitter();
  const over = once(finished, 'over');
  const server = await serveSessions((req, res) => {
    const session = currentSession();
    for (const event of ['data', 'end', 'close']) {
      req.on(event, () => (seen[`req ${event}`] = currentSession()));
    }
    for (const event of ['finish', 'close']) {
      res.on(event, () => (seen[`res ${event}`] = currentSession()));
    }
    req.on('end', () => res.end(session));
    res.on('close', () => setImmediate(() => finished.emit('over')));
  });
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'x-session': 'w1' },
    body: 'x'.repeat(100_000),
  });
  expect(await response.text()).toBe('w1');
  await over;
  expect(seen).toEqual({
    'req data': 'w1',
    'req end': 'w1',
    'req close': 'w1',
    'res finish': 'w1',
    'res close': 'w1',
  });
  await server.stop();
});

test('a session does not leak into the next request on a kept connection', async () => {
  const server = await serveSessions((req, res) => {
    req.resume().on('end', () => {
      setImmediate(() => res.end(currentSession()));
    });
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  const get = async (session: string | undefined): Promise<string> => {
    const headers = session === undefined ? {} : { 'x-session': session };
    const request = http.request(server.url, { agent, headers, method: 'POST' }).end('body');
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    sockets.add(response.socket);
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return text;
  };
  const texts: string[] = [];
  for (const session of ['w1', undefined, 'w2', undefined]) texts.push(await get(session));
  expect(texts).toEqual(['w1', '', 'w2', '']);
  expect(sockets.size).toBe(1);
  agent.destroy();
  await server.stop();
});

test('messages of a WebSocket stay in the session of its upgrade', async () => {
  const server = http.createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (req, socket, head) => {
    runInSession(String(req.headers['x-session']), () => {
      bindEmitter(req, socket);
      sockets.handleUpgrade(req, socket, head, (ws) => {
        ws.on('message', (data: RawData) => {
          void pause(1).then(() => ws.send(`${(data as Buffer).toString()} ${currentSession()}`));
        });
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = ['w1', 'w2'].map(
    (session) => new WebSocket(`ws://127.0.0.1:${port}`, { headers: { 'x-session': session } }),
  );
  await Promise.all(clients.map((client) => once(client, 'open')));
  for (const round of ['first', 'second']) {
    const answers = await Promise.all(
      clients.map(async (client) => {
        const answer = once(client, 'message');
        client.send(round);
        return String((await answer)[0]);
      }),
    );
    expect(answers).toEqual([`${round} w1`, `${round} w2`]);
  }
  for (const client of clients) client.terminate();
  sockets.close();
  server.close();
  await once(server, 'close');
});

test('an emitter bound twice runs in the last session, and answers as before', () => {
  const emitter = new http.IncomingMessage(null as never);
  const seen: string[] = [];
  emitter.on('x', function (this: unknown, value: string) {
    expect(this).toBe(emitter);
    seen.push(`${value} ${currentSession()}`);
  });
  runInSession('w1', () => bindEmitter(emitter));
  expect(emitter.emit('x', 'one')).toBe(true);
  runInSession('w2', () => bindEmitter(emitter));
  expect(emitter.emit('x', 'two')).toBe(true);
  expect(emitter.emit('unheard')).toBe(false);
  expect(seen).toEqual(['one w1', 'two w2']);
});
