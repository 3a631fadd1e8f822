import { loadSchema } from '../../../../datastore/protos/schema.js';
import { openStore } from '../../../../datastore/persistence/open-store.js';
import { Clock } from '../../../../datastore/storage/clock.js';
import { EntityCodec } from '../../../../datastore/storage/entity-codec.js';
import { Instance } from '../../../../datastore/wire/instance.js';
import { allocateIds, reserveIds } from '../../../../datastore/wire/ids.js';
import { commit } from '../../../../datastore/wire/commit.js';
import { lookup } from '../../../../datastore/wire/lookup.js';
import { toBigInt } from '../../../../datastore/values/numbers.js';
import { expect, test as base } from '../data-test.js';

const scope = { projectId: 'p', databaseId: '' };
const key = { path: [{ kind: 'T', name: 'a' }] };

interface Session {
  /** What a machine's clock that can be set, and dice that can be loaded, make of it. */
  run<T>(settings: { now: number; draws?: number[] }, use: (instance: Instance) => T): Promise<T>;
}

const test = base.extend<{ session: Session }>({
  session: async ({ folder }, use) => {
    await use({
      async run({ now, draws = [] }, work) {
        const schema = loadSchema();
        const clock = new Clock(() => now);
        const codec = new EntityCodec(schema);
        const store = await openStore(folder, { codec, clock, onLoad: () => {} });
        const random = (): number => draws.shift() ?? 0.9;
        const instance = new Instance(schema, { store, clock, random });
        const result = work(instance);
        await new Promise((resolve) => instance.settle(resolve));
        await store.close();
        return result;
      },
    });
  },
});

function save(instance: Instance): bigint {
  const mutations = [{ upsert: instance.schema.entity.encode({ key }) }];
  const { mutationResults } = commit(instance, { ...scope, mode: 2, mutations });
  return toBigInt(mutationResults[0]!.version);
}

test('version, create time and update time are the same after a restart', async ({ session }) => {
  const describe = (instance: Instance): unknown => {
    const { version, createTime, updateTime } = lookup(instance, { ...scope, keys: [key] })
      .found[0]!;
    return { version, createTime, updateTime };
  };
  const before = await session.run({ now: 5_000_000 }, (instance) => {
    const versions = [save(instance), save(instance)];
    expect(versions[1]).toBeGreaterThan(versions[0]!);
    return describe(instance);
  });
  expect(await session.run({ now: 9_000_000 }, describe)).toEqual(before);
});

test('versions go on rising where the machine was given an earlier time', async ({ session }) => {
  const before = await session.run({ now: 9_000_000 }, save);
  const after = await session.run({ now: 1_000_000 }, save);
  expect(after).toBeGreaterThan(before);
  expect(await session.run({ now: 500_000 }, save)).toBeGreaterThan(after);
});

test('ids that were allocated or reserved before a restart are not handed out after it', async ({
  session,
}) => {
  const allocate = (instance: Instance): bigint => {
    const { keys } = allocateIds(instance, { ...scope, keys: [{ path: [{ kind: 'T' }] }] });
    return toBigInt(keys[0]!.path![0]!.id);
  };
  const id = await session.run({ now: 1, draws: [0.25] }, allocate);
  const next = await session.run({ now: 1, draws: [0.25, 0.5] }, allocate);
  expect(next).toBe(BigInt(2 ** 52 * 1.5));
  expect(next).not.toBe(id);
  await session.run({ now: 1 }, (instance) => {
    const path = [{ kind: 'T', id: 2 ** 52 * 1.75 }];
    reserveIds(instance, { ...scope, keys: [{ path }] });
  });
  const last = await session.run({ now: 1, draws: [0.75, 0.25, 0.5, 0.125] }, allocate);
  expect(last).toBe(BigInt(2 ** 52 * 1.125));
});
