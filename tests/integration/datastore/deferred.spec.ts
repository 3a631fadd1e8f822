import { lookup } from '../../../datastore/wire/lookup.js';
import { expect, test } from './tuned-test.js';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

test('keys beyond the size of a response are deferred, and the client asks for them again', async ({
  openClient,
  startTuned,
}) => {
  const { instance, address } = await startTuned({ lookupSize: 1500 });
  const datastore = openClient({ apiEndpoint: address, namespace: 'deferred' });
  const keys = NAMES.map((name) => datastore.key(['T', name]));
  await datastore.save(
    keys.map((key) => ({ key, data: { s: 'x'.repeat(1000) }, excludeFromIndexes: ['s'] })),
  );

  const partitionId = { projectId: 'embedded-test', namespaceId: 'deferred' };
  const response = lookup(instance, {
    projectId: 'embedded-test',
    databaseId: '',
    keys: NAMES.map((name) => ({ partitionId, path: [{ kind: 'T', name }] })),
  });
  expect(response.found).toHaveLength(2);
  expect(response.deferred.map(({ path }) => path![0]!.name)).toEqual(['c', 'd', 'e']);

  const [entities] = await datastore.get(keys);
  const found = entities.map(
    (entity: Record<symbol, { name: string }>) => entity[datastore.KEY]!.name,
  );
  expect(found.toSorted()).toEqual(NAMES);
});
