import type { Datastore } from '@google-cloud/datastore';
import type { Redirect, RedirectTarget } from '../../../server/redirect/index.js';
import { expect, loadDatastore, partitionOf, test } from './redirect-test.js';

const sessionKey = { path: [{ kind: 'app-test-session', name: 'token' }] };

/** Stores entities of ours as app-test itself does, between entities of the app's: `a...` sorts before, `z...` after. */
async function storeBoth(
  redirect: Redirect,
  target: RedirectTarget,
  datastore: Datastore,
): Promise<void> {
  const partitionId = partitionOf(target, target.namespace!);
  const names = ['token', 'lease-1', 'lease-2'];
  await redirect.callTarget('commit', {
    mode: 'NON_TRANSACTIONAL',
    mutations: names.map((name) => ({
      upsert: {
        key: { partitionId, path: [{ kind: 'app-test-session', name }] },
        properties: { n: { integerValue: 1 } },
      },
    })),
  });
  await datastore.save(
    [
      ['aardvark', 1],
      ['aardvark', 2],
      ['zebra', 1],
      ['zebra', 2],
    ].map((path) => ({ key: datastore.key(path), data: { n: 1 } })),
  );
}

test.describe('entities of app-test', () => {
  let datastore: Datastore;
  test.beforeEach(async ({ redirect, target }) => {
    datastore = new (loadDatastore('@google-cloud/datastore').Datastore)();
    await storeBoth(redirect, target, datastore);
  });

  const pathsOf = (rows: Record<symbol, { path: unknown[] }>[]): string[] =>
    rows.map((row) => row[datastore.KEY]!.path.join('/'));
  const everything = ['aardvark/1', 'aardvark/2', 'zebra/1', 'zebra/2'];

  test('are missing in lookups', async () => {
    const keys = [datastore.key(['app-test-session', 'token']), datastore.key(['zebra', 1])];
    const [found] = await datastore.get(keys);
    expect(pathsOf(found)).toEqual(['zebra/1']);
    const client = new (loadDatastore('@google-cloud/datastore').v1.DatastoreClient)();
    const [raw] = await client.lookup({ projectId: 'live-project', keys: [sessionKey] });
    const [absent] = await client.lookup({
      projectId: 'live-project',
      keys: [{ path: [{ kind: 'Absent', name: 'token' }] }],
    });
    const [missing, trulyMissing] = [raw.missing![0]!, absent.missing![0]!];
    expect(raw.found).toEqual([]);
    const sameForAll = { entity: null, cursor: null, version: null };
    expect({ ...missing, ...sameForAll }).toEqual({ ...trulyMissing, ...sameForAll });
    expect(missing.entity).toMatchObject({ properties: {}, key: sessionKey });
  });

  test('are in no query, by kind, GQL or without a kind', async () => {
    const byKind = datastore.createQuery('app-test-session');
    expect((await datastore.runQuery(byKind))[0]).toEqual([]);
    const [kindless] = await datastore.runQuery(datastore.createQuery());
    expect(pathsOf(kindless)).toEqual(everything);
    const client = new (loadDatastore('@google-cloud/datastore').v1.DatastoreClient)();
    for (const queryString of ['SELECT * FROM `app-test-session`', 'SELECT *']) {
      const [{ batch }] = await client.runQuery({
        projectId: 'live-project',
        gqlQuery: { queryString, allowLiterals: true },
      });
      expect(JSON.stringify(batch)).not.toContain('app-test-session');
    }
  });

  test('do not disturb limits, offsets and cursors of a query without a kind', async () => {
    for (const limit of [1, 2, 3, 4, 5]) {
      for (const offset of [0, 1, 2, 3, 4]) {
        const query = datastore.createQuery().limit(limit).offset(offset);
        const [rows] = await datastore.runQuery(query);
        expect(pathsOf(rows), `limit ${limit}, offset ${offset}`).toEqual(
          everything.slice(offset, offset + limit),
        );
      }
    }
    const [first, info] = await datastore.runQuery(datastore.createQuery().limit(2));
    const [rest] = await datastore.runQuery(datastore.createQuery().start(info.endCursor!));
    expect([...pathsOf(first), ...pathsOf(rest)]).toEqual(everything);
    const withOffset = datastore.createQuery().offset(2);
    expect(pathsOf((await datastore.runQuery(withOffset))[0])).toEqual(['zebra/1', 'zebra/2']);
  });

  test('are in no count', async () => {
    const count = async (query: ReturnType<Datastore['createQuery']>): Promise<number> => {
      const aggregation = datastore.createAggregationQuery(query).count('all');
      return (await datastore.runAggregationQuery(aggregation))[0][0].all as number;
    };
    expect(await count(datastore.createQuery('app-test-session'))).toBe(0);
    expect(await count(datastore.createQuery('zebra'))).toBe(2);
    expect(await count(datastore.createQuery())).toBe(4);
    expect(await count(datastore.createQuery().limit(3))).toBe(3);
    expect(await count(datastore.createQuery().offset(3))).toBe(1);
    const client = new (loadDatastore('@google-cloud/datastore').v1.DatastoreClient)();
    const [{ batch }] = await client.runAggregationQuery({
      projectId: 'live-project',
      aggregationQuery: {
        nestedQuery: {},
        aggregations: [
          { alias: 'all', count: {} },
          { alias: 'some', count: { upTo: { value: 2 } } },
        ],
      },
    });
    expect(batch?.aggregationResults?.[0]?.aggregateProperties).toMatchObject({
      all: { integerValue: '4' },
      some: { integerValue: '2' },
    });
  });

  test('cannot be written by the app, in any way', async () => {
    const refused = expect.objectContaining({ code: 'NAME_INVALID' });
    for (const kind of ['app-test-session', 'app-test-probe', 'app-test-session-nothing']) {
      const key = datastore.key([kind, 'token']);
      await expect(datastore.save({ key, data: {} })).rejects.toEqual(refused);
      await expect(datastore.insert({ key, data: {} })).rejects.toEqual(refused);
      await expect(datastore.update({ key, data: {} })).rejects.toEqual(refused);
      await expect(datastore.delete(key)).rejects.toEqual(refused);
      await expect(datastore.delete(datastore.key([kind, 'x', 'Below', 1]))).rejects.toEqual(
        refused,
      );
      await expect(datastore.allocateIds(datastore.key([kind]), 1)).rejects.toEqual(refused);
      const transaction = datastore.transaction();
      await transaction.run();
      transaction.delete(key);
      await expect(transaction.commit()).rejects.toEqual(refused);
    }
  });

  test('are still there for app-test itself', async ({ redirect, target }) => {
    const partitionId = partitionOf(target, target.namespace!);
    const keys = [{ partitionId, ...sessionKey }];
    expect((await redirect.callTarget('lookup', { keys })).found).toHaveLength(1);
  });
});
