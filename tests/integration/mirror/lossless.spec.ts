import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findGcloud, startFirestoreEmulator } from '../../support/google-emulator.js';
import { startDatastore } from '../../../datastore/index.js';
import type { RawEntities, RawEntity } from '../../support/raw-entities.js';
import { expect, type MirrorPair, openPair, test } from './mirror-test.js';
import { randomEntities, randomKinds } from './random-entities.js';

const seed = Number(process.env.MIRROR_SEED ?? 20_261_121);

test('random entities arrive as they were, in raw protos', async () => {
  const datastore = await startDatastore();
  try {
    await copyRandomEntities(datastore.address, 100);
  } finally {
    await datastore.stop();
  }
});

test('random entities arrive as they were on the Firestore emulator', async () => {
  test.skip(findGcloud() === undefined, 'gcloud is not installed: there is no emulator of Google');
  test.setTimeout(180_000);
  const emulator = await startFirestoreEmulator();
  try {
    await copyRandomEntities(emulator.address, 30);
  } finally {
    await emulator.stop();
  }
});

test('more entities than a batch holds arrive in ranges, each once', async ({ pair }) => {
  const entities = Array.from({ length: 9001 }, (_, index) => ({
    key: pair.source.key('Log', index % 3 === 0 ? `name ${index}` : index + 1),
    properties: { index: { integerValue: index } },
  }));
  await pair.source.write(entities);

  const result = await pair.copy(['Log']);

  expect(result).toMatchObject({ compared: 9001, missing: 0, different: 0, surplus: 0 });
  expect(await pair.target.read('Log')).toHaveLength(9001);
});

test('entities near the size limit arrive, though a page of them does not fit into a commit', async ({
  pair,
}) => {
  const large = { blobValue: Buffer.alloc(1_000_000, 7), excludeFromIndexes: true };
  for (let index = 1; index <= 24; index++)
    await pair.source.write([{ key: pair.source.key('File', index), properties: { large } }]);

  const result = await pair.copy(['File']);

  expect(result).toMatchObject({ compared: 24, missing: 0, different: 0 });
});

test('a copied numeric id is never given to a new entity', async ({ pair }) => {
  // The emulators and the embedded Datastore number from some range on: ids that they gave are the likeliest to come again.
  const given = await pair.target.allocate('Order', 20);
  const wanted = given.map((id) => BigInt(id) + 20n);
  await pair.source.write(
    wanted.map((id) => ({ key: pair.source.key('Order', id), properties: {} })),
  );
  await pair.copy(['Order']);

  const next = await pair.target.allocate('Order', 200);

  expect(next.filter((id) => wanted.includes(BigInt(id)))).toEqual([]);
});

async function copyRandomEntities(address: string, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(randomEntities, async (make) => {
      const pair = openPair(address);
      try {
        await pair.source.write(make(pair.source));
        const present = await listPresent(pair.source);
        const { compared, ...rest } = await pair.copy(present);
        assert.deepEqual(rest, { missing: 0, different: 0, surplus: 0, examples: [] });
        assert.ok(compared > 0);
        for (const kind of present) await compareRaw(pair, kind);
      } finally {
        await Promise.all([pair.source.close(), pair.target.close()]);
      }
    }),
    { numRuns, seed, endOnFailure: true },
  );
}

async function listPresent(source: RawEntities): Promise<string[]> {
  const present: string[] = [];
  for (const kind of randomKinds) if ((await source.read(kind)).length > 0) present.push(kind);
  return present;
}

/** Through the official client, which knows nothing of how the mirror compares. */
async function compareRaw({ source, target }: MirrorPair, kind: string): Promise<void> {
  const [from, to] = [await source.read(kind), await target.read(kind)];
  const moved = JSON.parse(
    JSON.stringify(from).replaceAll(
      JSON.stringify(source.partitionId()).slice(1, -1),
      JSON.stringify(target.partitionId()).slice(1, -1),
    ),
  ) as RawEntity[];
  assert.deepEqual(JSON.parse(JSON.stringify(to)), moved);
}
