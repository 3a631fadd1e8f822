// Drives a Datastore with the official client, in a process of its own, and prints what it measured as JSON:
// load.ts ADDRESS CASE

import { Datastore, type Entity } from '@google-cloud/datastore';
import { Client, credentials } from '@grpc/grpc-js';
import pLimit from 'p-limit';
import { loadSchema } from '../../datastore/protos/schema.js';

/** What is measured. All take milliseconds, but batches: entities per second. */
export type LoadCase = keyof typeof cases;

const [address, name] = process.argv.slice(2) as [string, LoadCase];
const PROJECT = 'bench';
const NAMESPACE = `n${process.pid}`;
const datastore = new Datastore({
  projectId: PROJECT,
  apiEndpoint: address,
  namespace: NAMESPACE,
});
const schema = loadSchema();
const BATCH = 500;
const RAW_WARM_UP = 16;
const RAW_BATCHES = 24;
const RESULTS = 1000;

const cases = {
  lookup: async () => {
    const key = datastore.key(['Item', 'one']);
    await datastore.save({ key, data: describe(1) });
    return median(await time(2000, 500, () => datastore.get(key)));
  },
  commit: async () => {
    const save = (at: number): Promise<unknown> =>
      datastore.save({ key: datastore.key(['Item', `c${at}`]), data: describe(at) });
    return median(await time(2000, 500, save));
  },
  batch: () => saveBatches('Wide', describeWide),
  smallBatch: () => saveBatches('Item', describe),
  /** What the server does by itself: the requests are encoded beforehand, and four are under way at a time. */
  rawBatch: async () => {
    const requests = Array.from({ length: RAW_WARM_UP + RAW_BATCHES }, (_, at) =>
      encodeBatch(at * BATCH),
    );
    const client = new Client(address, credentials.createInsecure());
    await sendAll(client, requests.splice(0, RAW_WARM_UP));
    const begun = performance.now();
    await sendAll(client, requests);
    return ((RAW_BATCHES * BATCH) / (performance.now() - begun)) * 1000;
  },
  query10000: () => query(10_000),
  query100000: () => query(100_000),
  million: async () => {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < 1_000_000) {
        const from = next;
        next += BATCH;
        await datastore.save(list(from, BATCH, 'Small', (at) => ({ name: `item ${at}`, n: at })));
      }
    };
    const begun = performance.now();
    await Promise.all([work(), work()]);
    return performance.now() - begun;
  },
};

process.stdout.write(`${JSON.stringify(await cases[name]())}\n`, () => process.exit());

/** Entities per second in batches that the client makes and sends, one after the other. */
async function saveBatches(kind: string, data: (at: number) => object): Promise<number> {
  const [count, warmUp] = [24, 6];
  const batches = Array.from({ length: count + warmUp }, (_, at) =>
    list(at * BATCH, BATCH, kind, data),
  );
  const times = await time(count, warmUp, (at) => datastore.save(batches[at]!));
  return (BATCH / median(times)) * 1000;
}

/** A thousand results of an indexed filter out of so many entities. */
async function query(count: number): Promise<number> {
  const buckets = count / RESULTS;
  const describeItem = (at: number): object => ({ ...describe(at), bucket: at % buckets });
  for (let from = 0; from < count; from += BATCH) {
    await datastore.save(list(from, BATCH, 'Item', describeItem));
  }
  const times = await time(20, 5, async (at) => {
    const asked = datastore.createQuery('Item').filter('bucket', at % buckets);
    const [found] = await datastore.runQuery(asked);
    if (found.length !== RESULTS) throw new Error(`${found.length} results`);
  });
  return median(times);
}

async function time(
  count: number,
  warmUp: number,
  call: (at: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count + warmUp; at++) {
    const begun = performance.now();
    await call(at);
    if (at >= warmUp) times.push(performance.now() - begun);
  }
  return times;
}

/** A commit of a batch as it goes over the wire. */
function encodeBatch(from: number): Buffer {
  const mutations = Array.from({ length: BATCH }, (_, index) => ({
    upsert: schema.entity.encode({
      key: {
        partitionId: { projectId: PROJECT, namespaceId: NAMESPACE },
        path: [{ kind: 'Wide', id: from + index + 1 }],
      },
      properties: Object.fromEntries(
        Object.entries(describeWide(from + index)).map(([name, value]) => [
          name,
          typeof value === 'number' ? { integerValue: value } : { stringValue: value },
        ]),
      ),
    }),
  }));
  const request = { projectId: PROJECT, mode: 2, mutations };
  return Buffer.from(schema.method('Commit').request.encode(request));
}

/** Sends commits as they are, four at a time. */
async function sendAll(client: Client, requests: Buffer[]): Promise<void> {
  const limit = pLimit(4);
  const asItIs = (bytes: Buffer): Buffer => bytes;
  const send = (request: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      const path = '/google.datastore.v1.Datastore/Commit';
      client.makeUnaryRequest(path, asItIs, asItIs, request, (error) =>
        error === null ? resolve() : reject(error),
      );
    });
  await Promise.all(requests.map((request) => limit(() => send(request))));
}

function list(
  from: number,
  count: number,
  kind: string,
  data: (at: number) => object,
): { key: Entity; data: object }[] {
  return Array.from({ length: count }, (_, index) => ({
    key: datastore.key([kind, from + index + 1]),
    data: data(from + index),
  }));
}

function describe(at: number): object {
  return { name: `item ${at}`, n: at, open: at % 2 === 0, at: new Date(1_700_000_000_000 + at) };
}

function describeWide(at: number): Record<string, string | number> {
  return Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `p${index}`,
      index % 2 === 0 ? at + index : `value ${at} of ${index}`,
    ]),
  );
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
