import type { Datastore } from '@google-cloud/datastore';
import { expect, test } from './tuned-test.js';

// What a Datastore that draws its ids from these fractions hands out when nothing is in the way.
const FRACTIONS = [0, 0.25, 0.5, 0.75];
const [FIRST, SECOND, THIRD, FOURTH] = FRACTIONS.map((n) => String(2 ** 52 * (1 + n)));

/** Draws the same numbers over and over, each of them several times. */
function drawRepeatedly(): () => number {
  let drawn = 0;
  return () => FRACTIONS[Math.floor(drawn++ / 3) % FRACTIONS.length]!;
}

async function insert(datastore: Datastore, ...path: string[]): Promise<string> {
  const key = datastore.key([...path, 'Task']);
  await datastore.insert({ key, data: {} });
  return key.id!;
}

test('ids that were allocated are handed out to nobody else', async ({
  openClient,
  startTuned,
}) => {
  const { address } = await startTuned({ random: drawRepeatedly() });
  const datastore = openClient({ apiEndpoint: address });
  const [keys] = await datastore.allocateIds(datastore.key(['Task']), 2);
  expect(keys.map(({ id }) => id)).toEqual([FIRST, SECOND]);
  const [more] = await datastore.allocateIds(datastore.key(['Task']), 1);
  expect(more[0]!.id).toBe(THIRD);
  expect(await insert(datastore)).toBe(FOURTH);
});

test('ids that were reserved are not handed out, and may be used by whoever reserved them', async ({
  openClient,
  startTuned,
}) => {
  const { address } = await startTuned({ random: drawRepeatedly() });
  const datastore = openClient({ apiEndpoint: address });
  const reserved = [FIRST, SECOND].map((id) => datastore.key(['Task', datastore.int(id!)]));
  await reserveIds(datastore, reserved);
  expect(await insert(datastore)).toBe(THIRD);
  await datastore.insert({ key: reserved[0]!, data: {} });
  const [keys] = await datastore.allocateIds(datastore.key(['Task']), 1);
  expect(keys[0]!.id).toBe(FOURTH);
});

test('a reservation is for one parent, kind and namespace', async ({ openClient, startTuned }) => {
  const { address } = await startTuned({ random: () => 0 });
  const datastore = openClient({ apiEndpoint: address });
  const elsewhere = openClient({ apiEndpoint: address, namespace: 'elsewhere' });
  await reserveIds(datastore, [datastore.key(['Other', datastore.int(FIRST!)])]);
  expect(await insert(datastore)).toBe(FIRST);
  expect(await insert(datastore, 'List', 'l')).toBe(FIRST);
  expect(await insert(elsewhere)).toBe(FIRST);
});

test('the ids of entities are not handed out again, in the same commit or later', async ({
  openClient,
  startTuned,
}) => {
  const { address } = await startTuned({ random: drawRepeatedly() });
  const datastore = openClient({ apiEndpoint: address });
  const keys = [datastore.key(['Task']), datastore.key(['Task'])];
  await datastore.insert(keys.map((key) => ({ key, data: {} })));
  expect(keys.map(({ id }) => id)).toEqual([FIRST, SECOND]);
  expect(await insert(datastore)).toBe(THIRD);
});

test('many ids that are allocated at once differ', async ({ datastore }) => {
  const [keys] = await datastore.allocateIds(datastore.key(['Task']), 500);
  expect(new Set(keys.map((key) => key.id)).size).toBe(500);
});

/** The official client has no method of its own for this. */
async function reserveIds(
  datastore: Datastore,
  keys: ReturnType<Datastore['key']>[],
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    datastore.request_(
      {
        client: 'DatastoreClient',
        method: 'reserveIds',
        reqOpts: {
          keys: keys.map(({ kind, id }) => ({ path: [{ kind, id: Number(id) }] })),
        },
      },
      (error) => (error ? reject(error) : resolve()),
    );
  });
}
