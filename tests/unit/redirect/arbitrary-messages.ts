import fc from 'fast-check';
import type { RequestMessage } from '../../../server/redirect/messages.js';
import type { RpcMethod } from '../../../server/redirect/rpc-methods.js';

/** What the app addresses in these messages; nothing of it may be left in a rewritten request. */
export const app = { projectId: 'live-project', databases: ['', 'live-db'] };

const name = fc.stringMatching(/^[a-z]{1,6}$/);
// Names of properties that are also names of fields, or dangerous ones.
const propertyName = fc.oneof(
  name,
  fc.constantFrom('key', 'partitionId', 'keyValue', 'properties', '__proto__', 'constructor'),
);
const liveNamespace = fc.constantFrom('', 'live-ns', 'live.ns.a.b');

/** The same app database throughout, as Datastore demands of one request. */
const partitionOf = (databaseId: string) =>
  fc.oneof(
    fc.constant(undefined),
    fc.record({ namespaceId: liveNamespace }),
    fc.record({
      projectId: fc.constant(app.projectId),
      databaseId: fc.constant(databaseId),
      namespaceId: liveNamespace,
    }),
  );

const keyOf = (databaseId: string) =>
  fc
    .record({
      partitionId: partitionOf(databaseId),
      path: fc.array(fc.record({ kind: name, name }), { minLength: 1, maxLength: 3 }),
    })
    .map(({ partitionId, path }) => (partitionId ? { partitionId, path } : { path }));

const valueOf = (databaseId: string) =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({ stringValue: fc.constantFrom('text', 'partition') }),
      fc.record({ keyValue: keyOf(databaseId) }),
      fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
      fc.record({ entityValue: tie('entity') }),
    ),
    entity: fc.record({
      key: keyOf(databaseId),
      properties: fc.dictionary(propertyName, tie('value'), { maxKeys: 3 }),
    }),
  }));

const filterOf = (databaseId: string) =>
  fc.letrec((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3 },
      fc.record({
        propertyFilter: fc.record({
          property: fc.record({ name }),
          op: fc.constantFrom('EQUAL', 'HAS_ANCESTOR', 'IN'),
          value: valueOf(databaseId).value,
        }),
      }),
      fc.record({
        compositeFilter: fc.record({ filters: fc.array(tie('filter'), { maxLength: 3 }) }),
      }),
    ),
  })).filter;

/** A request of any RPC, in one app database. */
export const anyRequest: fc.Arbitrary<{ method: RpcMethod; request: RequestMessage }> = fc
  .constantFrom(...app.databases)
  .chain((databaseId) => {
    const key = keyOf(databaseId);
    const { value, entity } = valueOf(databaseId);
    const base = { projectId: app.projectId, databaseId };
    const query = fc.record({
      kind: fc.constant([{ name: 'Task' }]),
      filter: filterOf(databaseId),
      startCursor: fc.constant(Buffer.from('cursor')),
    });
    const binding = fc.record({ value });
    const gqlQuery = fc.record({
      queryString: fc.constant('SELECT * FROM Task WHERE __key__ = @1'),
      namedBindings: fc.dictionary(propertyName, binding, { maxKeys: 2 }),
      positionalBindings: fc.array(binding, { maxLength: 2 }),
    });
    const transform = fc.oneof(
      fc.record({ maximum: value }),
      fc.record({
        appendMissingElements: fc.record({ values: fc.array(value, { maxLength: 2 }) }),
      }),
    );
    const mutation = fc.oneof(
      fc.record({ upsert: entity, propertyTransforms: fc.array(transform, { maxLength: 2 }) }),
      fc.record({ insert: entity }),
      fc.record({ update: entity }),
      fc.record({ delete: key }),
    );
    const keys = fc.array(key, { maxLength: 3 });
    const partitionId = partitionOf(databaseId);
    const make = (method: RpcMethod, fields: Record<string, fc.Arbitrary<unknown>>) =>
      fc
        .record(fields)
        .map((made) => ({ method, request: { ...base, ...made } as RequestMessage }));
    return fc.oneof(
      make('lookup', { keys }),
      make('allocateIds', { keys }),
      make('reserveIds', { keys }),
      make('commit', { mutations: fc.array(mutation, { maxLength: 3 }) }),
      make('runQuery', { partitionId, query }),
      make('runQuery', { partitionId, gqlQuery }),
      make('runAggregationQuery', {
        partitionId,
        aggregationQuery: fc.record({ nestedQuery: query }),
      }),
      make('beginTransaction', {}),
      make('rollback', { transaction: fc.constant(Buffer.from('tx')) }),
    );
  });
