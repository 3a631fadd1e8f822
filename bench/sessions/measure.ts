// Measures opening and resetting sessions in this process and prints the result as its last line.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setup } from 'app-test/server';

/** Milliseconds. */
export interface Measurement {
  name: string;
  median: number;
  fastest: number;
  slowest: number;
}

await setup({ log: () => {} });
const { Datastore } = await import('@google-cloud/datastore');
const datastore = new Datastore();
const entities = 1000;
const rounds = process.env.APP_TEST_DATASTORE === 'embedded' ? 30 : 8;

/** What tests do without sessions: ask for the keys, and delete them in the largest commits there are. */
async function deleteByQuery(): Promise<void> {
  const [found] = await datastore.runQuery(datastore.createQuery('Tea').select('__key__'));
  const keys = found.map((entity) => entity[datastore.KEY] as object);
  for (let start = 0; start < keys.length; start += 500) {
    await datastore.delete(keys.slice(start, start + 500));
  }
}

async function fill(): Promise<void> {
  const all = Array.from({ length: entities }, (_, index) => ({
    key: datastore.key(['Tea', index + 1]),
    data: {
      name: `Tea ${index}`,
      price: index,
      stock: 7,
      tags: ['black', 'loose'],
      at: new Date(0),
    },
  }));
  for (let start = 0; start < entities; start += 500)
    await datastore.save(all.slice(start, start + 500));
}

const server = createServer((request, response) => {
  const done = request.url === '/fill' ? fill() : deleteByQuery();
  done.then(
    () => response.end('done'),
    () => response.writeHead(500).end(),
  );
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function post(path: string, token = ''): Promise<{ token: string }> {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { cookie: `app-test-token=${token}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return (text === 'done' ? {} : JSON.parse(text)) as { token: string };
}

const { token: full } = await post('/_test/config/status?session=full');
await post('/fill', full);
let opened = 0;

/** A session with the entities. */
async function openCopy(): Promise<string> {
  opened += 1;
  return (await post(`/_test/config/status?session=copy${opened}&from=full`)).token;
}

async function time(
  name: string,
  prepare: () => Promise<string>,
  run: (token: string) => Promise<unknown>,
): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 3; round++) {
    const token = await prepare();
    const begun = performance.now();
    await run(token);
    times.push(performance.now() - begun);
    // Not what is measured: the copies would fill the memory.
    await post(`/_test/config/finish?session=copy${opened}`);
  }
  const sorted = times.slice(3).toSorted((a, b) => a - b);
  return {
    name,
    median: sorted[Math.floor(rounds / 2)]!,
    fastest: sorted[0]!,
    slowest: sorted.at(-1)!,
  };
}

const result = [
  await time('delete by query', openCopy, (token) => post('/delete', token)),
  await time('open a session as a copy', async () => '', openCopy),
  await time('reset a session', openCopy, (token) => post('/_test/data/reset', token)),
];
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
