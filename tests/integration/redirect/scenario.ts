import type { Datastore } from '@google-cloud/datastore';
import type * as DatastoreModule from '@google-cloud/datastore';

/** The same app for both runs. */
export interface ScenarioApp {
  module: typeof DatastoreModule;
  datastore: Datastore;
  client: InstanceType<typeof DatastoreModule.v1.DatastoreClient>;
  projectId: string;
  databaseId: string;
}

type Step = (app: ScenarioApp) => unknown;

const task = { kind: 'Task', name: 'one' };

/** What an app may do, step by step; later steps see what earlier ones wrote. */
export const steps: Record<string, Step> = {
  'update a missing entity': ({ datastore }) =>
    datastore.update({ key: datastore.key(['Task', 'none']), data: {} }),
  'update a missing entity elsewhere': ({ datastore }) =>
    datastore.update({ key: datastore.key({ namespace: 'x.y', path: ['Task', 'z'] }), data: {} }),
  'save several': ({ datastore }) =>
    datastore.save(
      ['one', 'two', 'three'].map((name, rank) => ({
        key: datastore.key(['List', 1, 'Task', name]),
        data: { name, rank, owner: datastore.key(['User', rank + 1]), tags: ['a', name] },
      })),
    ),
  'save in another namespace': ({ datastore }) =>
    datastore.save({
      key: datastore.key({ namespace: 'tenant', path: ['Task', 'one'] }),
      data: {
        deep: [{ key: datastore.key({ namespace: 'x.y', path: ['A', 'b'] }) }],
        partitionId: 'not a partition',
      },
    }),
  'insert an existing entity': ({ datastore }) =>
    datastore.insert({
      key: datastore.key({ namespace: 'tenant', path: ['Task', 'one'] }),
      data: {},
    }),
  'insert an existing entity here': ({ datastore }) =>
    datastore.insert({ key: datastore.key(['List', 1, 'Task', 'one']), data: {} }),
  'get with key': async ({ datastore }) => {
    const key = datastore.key({ namespace: 'tenant', path: ['Task', 'one'] });
    const [entity] = await datastore.get(key);
    return [entity, entity[datastore.KEY], await datastore.keyToLegacyUrlSafe(entity.deep[0].key)];
  },
  'get several with missing': ({ datastore }) =>
    datastore.get([
      datastore.key(['List', 1, 'Task', 'two']),
      datastore.key(['List', 1, 'Task', 'gone']),
    ]),
  'query by ancestor, ordered': ({ datastore }) =>
    datastore.runQuery(
      datastore
        .createQuery('Task')
        .hasAncestor(datastore.key(['List', 1]))
        .order('rank', { descending: true }),
    ),
  'query by key-valued property': ({ datastore }) =>
    datastore.runQuery(
      datastore.createQuery('Task').filter('owner', '=', datastore.key(['User', 2])),
    ),
  'query by key': ({ datastore }) =>
    datastore.runQuery(
      datastore
        .createQuery('Task')
        .filter('__key__', '>', datastore.key(['List', 1, 'Task', 'one'])),
    ),
  'query with composite filters': ({ module, datastore }) =>
    datastore.runQuery(
      datastore
        .createQuery('Task')
        .filter(
          module.or([
            new module.PropertyFilter('owner', '=', datastore.key(['User', 1])),
            new module.PropertyFilter('owner', 'IN', [datastore.key(['User', 3])]),
          ]),
        ),
    ),
  'query with an ancestor of another namespace': ({ datastore }) =>
    datastore.runQuery(
      datastore
        .createQuery('Task')
        .hasAncestor(datastore.key({ namespace: 'tenant', path: ['List', 1] })),
    ),
  'query pages': async ({ datastore }) => {
    const query = datastore.createQuery('Task').order('rank').limit(2);
    const [first, info] = await datastore.runQuery(query);
    const [second] = await datastore.runQuery(query.start(info.endCursor!));
    return [first, info.moreResults, second];
  },
  'query keys, projection, kindless': async ({ datastore }) => [
    await datastore.runQuery(datastore.createQuery('Task').select('__key__')),
    await datastore.runQuery(datastore.createQuery('Task').select(['owner'])),
    await datastore.runQuery(datastore.createQuery()),
    await datastore.runQuery(datastore.createQuery().limit(2).offset(1)),
  ],
  'query a reserved kind': ({ datastore }) =>
    datastore.runQuery(datastore.createQuery('__Stat_Total__')),
  aggregate: ({ datastore }) =>
    datastore.runAggregationQuery(
      datastore
        .createAggregationQuery(datastore.createQuery('Task'))
        .count('count')
        .sum('rank', 'sum')
        .average('rank', 'average'),
    ),
  'aggregate without a kind': ({ datastore }) =>
    datastore.runAggregationQuery(
      datastore.createAggregationQuery(datastore.createQuery()).count('count'),
    ),
  transaction: async ({ datastore }) => {
    const transaction = datastore.transaction();
    const key = datastore.key(['List', 1, 'Task', 'one']);
    await transaction.run();
    const [entity] = await transaction.get(key);
    transaction.save({ key, data: { ...entity, rank: 10 } });
    transaction.delete(datastore.key(['List', 1, 'Task', 'two']));
    await transaction.commit();
    return datastore.get(key);
  },
  'transaction that fails': async ({ datastore }) => {
    const transaction = datastore.transaction();
    await transaction.run();
    transaction.insert({ key: datastore.key(['List', 1, 'Task', 'one']), data: {} });
    return transaction.commit();
  },
  'transaction over': async ({ datastore }) => {
    const transaction = datastore.transaction();
    await transaction.run();
    await transaction.rollback();
    return transaction.commit();
  },
  merge: ({ datastore }) =>
    datastore.merge({ key: datastore.key(['List', 1, 'Task', 'one']), data: { merged: true } }),
  'write one key twice': ({ datastore }) => {
    const key = datastore.key(['Task', 'twice']);
    return datastore.save([
      { key, data: {} },
      { key, data: {} },
    ]);
  },
  'a namespace that is no namespace': ({ datastore }) =>
    datastore.get(datastore.key({ namespace: 'a b', path: ['Task', 1] })),
  'a kind that is reserved': ({ datastore }) =>
    datastore.save({ key: datastore.key(['__Task__', 1]), data: {} }),
  'raw lookup of plain and spelled-out keys': ({ client, projectId, databaseId }) =>
    client.lookup({
      projectId,
      databaseId,
      keys: [
        { path: [task] },
        { partitionId: { namespaceId: 'tenant' }, path: [task] },
        { partitionId: { projectId, databaseId, namespaceId: 'none' }, path: [task] },
      ],
    }),
  'raw GQL': ({ client, projectId, databaseId }) =>
    client.runQuery({
      projectId,
      databaseId,
      partitionId: { projectId, databaseId, namespaceId: 'tenant' },
      gqlQuery: {
        allowLiterals: true,
        queryString: `SELECT * FROM Task WHERE __key__ = KEY(PROJECT('${projectId}'), NAMESPACE('tenant'), Task, 'one')`,
      },
    }),
  'raw GQL with bindings': async ({ client, projectId, databaseId }) => {
    const [{ batch }] = await client.runQuery({
      projectId,
      databaseId,
      partitionId: { projectId, databaseId, namespaceId: 'tenant' },
      gqlQuery: {
        queryString: 'SELECT __key__ FROM Task WHERE __key__ >= @first AND __key__ <= @1',
        namedBindings: {
          first: {
            value: { keyValue: { partitionId: { namespaceId: 'tenant' }, path: [task] } },
          },
        },
        positionalBindings: [
          { value: { keyValue: { partitionId: { namespaceId: 'tenant' }, path: [task] } } },
        ],
      },
    });
    // The emulator echoes the query as sent, so without what Datastore fills in.
    return batch;
  },
  'raw reserve': ({ client, projectId, databaseId }) =>
    client.reserveIds({ projectId, databaseId, keys: [{ path: [{ kind: 'Task', id: 77 }] }] }),
  'raw transforms': async ({ client, projectId, databaseId }) => {
    const key = { path: [{ kind: 'Task', name: 'transformed' }] };
    const value = { keyValue: { path: [{ kind: 'User', id: 1 }] } };
    const [committed] = await client.commit({
      projectId,
      databaseId,
      mode: 'NON_TRANSACTIONAL',
      mutations: [
        {
          upsert: { key, properties: {} },
          propertyTransforms: [
            { property: 'owners', appendMissingElements: { values: [value] } },
            { property: 'count', increment: { integerValue: 2 } },
          ],
        },
      ],
    });
    const [looked] = await client.lookup({ projectId, databaseId, keys: [key] });
    return [committed, looked];
  },
  // Datastore's text names the project with a prefix that only it knows.
  'raw key of another database': ({ client, projectId, databaseId }) =>
    client
      .lookup({
        projectId,
        databaseId,
        keys: [{ partitionId: { projectId, databaseId: 'elsewhere' }, path: [task] }],
      })
      .catch((error: { code: number; message: string }) => [
        error.code,
        error.message.slice(0, 53),
      ]),
  'raw delete': ({ client, projectId, databaseId }) =>
    client.commit({
      projectId,
      databaseId,
      mode: 'NON_TRANSACTIONAL',
      mutations: [{ delete: { partitionId: { namespaceId: 'tenant' }, path: [task] } }],
    }),
  'what is left': async ({ datastore }) =>
    datastore.runQuery(datastore.createQuery('tenant', 'Task')),
};
