import { openSource } from '../../../mirror/rpc/connection.js';
import { rpcNames } from '../../../mirror/rpc/schema.js';
import { expect, test } from './mirror-test.js';

const reading = ['Lookup', 'RunQuery', 'RunAggregationQuery', 'Rollback'];

test('every call that writes throws on the source, and nothing is written', async ({ pair }) => {
  const source = await openSource(pair.sourcePlace);
  const key = pair.source.key('Customer', 'ann');
  await pair.source.write([{ key, properties: {} }]);
  const entity = { key: pair.source.key('Customer', 'bob'), properties: {} };
  const requests: Record<string, object> = {
    Commit: { mode: 2, mutations: [{ insert: entity }, { delete: key }] },
    AllocateIds: { keys: [{ path: [{ kind: 'Customer' }] }] },
    ReserveIds: { keys: [] },
    BeginTransaction: { transactionOptions: { readWrite: {} } },
  };
  const refused = { code: 'MIRROR_SOURCE_READ_ONLY' };
  for (const name of rpcNames.filter((rpc) => !reading.includes(rpc)))
    await expect(source.call(name, requests[name]! as never)).rejects.toMatchObject(refused);
  for (const transactionOptions of [undefined, {}, { readOnly: {}, readWrite: {} }])
    await expect(source.call('BeginTransaction', { transactionOptions })).rejects.toMatchObject(
      refused,
    );
  const readOptions = { newTransaction: { readWrite: {} } };
  await expect(source.call('Lookup', { keys: [], readOptions } as never)).rejects.toMatchObject(
    refused,
  );
  source.close();

  expect(await pair.source.read('Customer')).toHaveLength(1);
});

test('a read-only transaction is no write', async ({ pair }) => {
  const source = await openSource(pair.sourcePlace);
  const transactionOptions = { readOnly: {} };
  await expect(source.call('BeginTransaction', { transactionOptions })).resolves.toBeDefined();
  source.close();
});
