import { expect, loadDatastore, partitionOf, test, versions } from './redirect-test.js';

test.beforeEach(({ redirect }) => {
  expect(redirect.state).toBe('admitted');
});

for (const version of versions) {
  test.describe(`with ${version}`, () => {
    test('an instance made for another endpoint writes to the test database', async ({
      redirect,
      target,
    }) => {
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore({
        apiEndpoint: 'datastore.googleapis.com',
        projectId: 'live-project',
        namespace: 'tenant.a',
        databaseId: 'main',
      });
      const key = datastore.key(['Task', 'one']);
      await datastore.save({ key, data: { done: false } });
      const namespaceId = `${target.namespace}..main.tenant.a`;
      const { found } = await redirect.callTarget('lookup', {
        keys: [
          { partitionId: partitionOf(target, namespaceId), path: [{ kind: 'Task', name: 'one' }] },
        ],
      });
      expect(found).toHaveLength(1);
      const [task] = await datastore.get(key);
      expect(task).toEqual({ done: false, [datastore.KEY]: key });
    });

    test('keys come back as in production, wherever they are', async ({ redirect, target }) => {
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore();
      const other = datastore.key({ namespace: 'other', path: ['User', 7, 'Cart', 'c'] });
      const key = datastore.key(['Task', 'one']);
      await datastore.save({
        key,
        data: { owner: other, nested: { list: [{ owner: other }, datastore.key(['User', 'x'])] } },
      });
      const [task] = await datastore.get(key);
      expect(task[datastore.KEY].namespace).toBeUndefined();
      expect(task.owner.namespace).toBe('other');
      expect(task.owner.path).toEqual(other.path.map(String));
      expect(task.nested.list[0].owner.namespace).toBe('other');
      expect(task.nested.list[1].namespace).toBeUndefined();
      const raw = await redirect.callTarget('runQuery', {
        partitionId: partitionOf(target, target.namespace!),
        query: { kind: [{ name: 'Task' }] },
      });
      const text = JSON.stringify(raw.batch.entityResults[0].entity);
      expect(text).toContain(`"namespaceId":"${target.namespace}...other"`);
      expect(text).not.toContain('live-project');
      const filtered = datastore.createQuery('Task').filter('owner', '=', other);
      expect((await datastore.runQuery(filtered))[0]).toHaveLength(1);
    });

    test('legacy URL-safe keys are those of production', async () => {
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore({ projectId: 'live-project', namespace: 'tenant' });
      const key = datastore.key(['Task', 'one']);
      await datastore.save({ key, data: {} });
      const [task] = await datastore.get(key);
      const [encoded] = await datastore.keyToLegacyUrlSafe(task[datastore.KEY]);
      expect(encoded).toBe((await datastore.keyToLegacyUrlSafe(key))[0]);
      const decoded = datastore.keyFromLegacyUrlsafe(encoded!);
      expect((await datastore.get(decoded))[0]).toBeDefined();
    });

    test('transactions, queries, streams, allocation and counts work', async () => {
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore();
      const parent = datastore.key(['List', 'l']);
      const keyOf = (name: string) => datastore.key([...parent.path, 'Task', name]);
      const transaction = datastore.transaction();
      await transaction.run();
      await transaction.get(keyOf('a'));
      transaction.save(['a', 'b', 'c'].map((name) => ({ key: keyOf(name), data: { name } })));
      await transaction.commit();
      const query = datastore.createQuery('Task').hasAncestor(parent).order('name');
      const [page, info] = await datastore.runQuery(query.limit(2));
      expect(page.map(({ name }) => name)).toEqual(['a', 'b']);
      const [rest] = await datastore.runQuery(query.limit(-1).start(info.endCursor!));
      expect(rest.map(({ name }) => name)).toEqual(['c']);
      const streamed: string[] = [];
      const all = datastore.createQuery('Task').hasAncestor(parent);
      for await (const { name } of datastore.runQueryStream(all)) streamed.push(name);
      expect(streamed).toEqual(['a', 'b', 'c']);
      const [keys] = await datastore.allocateIds(datastore.key(['Task']), 2);
      expect(keys.map(({ namespace }) => namespace)).toEqual([undefined, undefined]);
      const [[{ count }]] = await datastore.runAggregationQuery(
        datastore.createAggregationQuery(all).count('count'),
      );
      expect(count).toBe(3);
      await datastore.merge({ key: keyOf('a'), data: { more: true } });
      expect((await datastore.get(keyOf('a')))[0]).toMatchObject({ name: 'a', more: true });
      const incomplete = { key: datastore.key(['Auto']), data: {} };
      await datastore.save(incomplete);
      expect(incomplete.key.id).toMatch(/^\d+$/);
      await datastore.delete(keyOf('b'));
      expect((await datastore.get([keyOf('a'), keyOf('b')]))[0]).toHaveLength(1);
    });

    test('callbacks are called in the same form as in production', async () => {
      const { Datastore, v1 } = loadDatastore(version);
      const datastore = new Datastore();
      const key = datastore.key(['Task', 'one']);
      const saved = await new Promise<unknown[]>((resolve) => {
        datastore.save({ key, data: { a: 1 } }, (...args: unknown[]) => resolve(args));
      });
      expect(saved[0]).toBeNull();
      const failed = await new Promise<unknown[]>((resolve) => {
        datastore.insert({ key, data: {} }, (...args: unknown[]) => resolve(args));
      });
      expect(failed[0]).toMatchObject({ code: 6 });
      const client = new v1.DatastoreClient({ projectId: 'live-project' });
      const request = {
        projectId: 'live-project',
        keys: [{ path: [{ kind: 'Task', name: 'one' }] }],
      };
      for (const args of [[request], [request, {}]] as const) {
        const looked = await new Promise<unknown[]>((resolve) => {
          const returned: unknown = Reflect.apply(client.lookup, client, [
            ...args,
            (...result: unknown[]) => resolve([returned, ...result]),
          ]);
        });
        expect(looked[0]).toBeUndefined();
        expect(looked[1]).toBeNull();
        expect(looked[2]).toMatchObject({ found: [{}] });
      }
    });

    test('an error tells what the app addressed', async ({ target }) => {
      const { Datastore } = loadDatastore(version);
      const datastore = new Datastore({ namespace: 'tenant' });
      const update = datastore.update({ key: datastore.key(['Task', 'none']), data: {} });
      const error = await update.then(
        () => undefined,
        (reason: Error) => reason,
      );
      expect(error).toMatchObject({ code: 5 });
      for (const name of [target.database, target.namespace!, target.projectId]) {
        expect(error?.message).not.toContain(name);
      }
    });
  });
}

test('the versions share one test database, each with its own client', async () => {
  const [first, ...others] = versions.map((version) => new (loadDatastore(version).Datastore)());
  await first!.save({ key: first!.key(['Task', 'shared']), data: { by: 'v9' } });
  for (const datastore of others) {
    expect((await datastore.get(datastore.key(['Task', 'shared'])))[0]).toMatchObject({ by: 'v9' });
  }
});

test('what the app passes in is not changed', async () => {
  const { v1 } = loadDatastore('@google-cloud/datastore');
  const client = new v1.DatastoreClient();
  const request = Object.freeze({
    projectId: 'live-project',
    keys: Object.freeze([Object.freeze({ path: [{ kind: 'Task', name: 'one' }] })]),
  });
  const options = Object.freeze({
    timeout: 5000,
    otherArgs: Object.freeze({ headers: Object.freeze({}) }),
  });
  const [response] = await client.lookup(request, options);
  expect(response.missing?.[0]?.entity?.key).toEqual({
    path: [{ kind: 'Task', name: 'one', idType: 'name' }],
    partitionId: { projectId: 'live-project', databaseId: '', namespaceId: '' },
  });
});

test("a time-out of the app's is kept", async () => {
  const { Datastore } = loadDatastore('@google-cloud/datastore');
  const datastore = new Datastore();
  const late = datastore.save({ key: datastore.key(['Task', 'x']), data: {} }, { timeout: 0.001 });
  await expect(late).rejects.toMatchObject({ code: 4 });
});

test('keys of another project or database than the request are refused as in production', async () => {
  const client = new (loadDatastore('@google-cloud/datastore').v1.DatastoreClient)();
  const path = [{ kind: 'Task', name: 'one' }];
  const lookup = (partitionId: object, databaseId = 'main') =>
    client.lookup({ projectId: 'live-project', databaseId, keys: [{ partitionId, path }] });
  await expect(lookup({ projectId: 'other', databaseId: 'main' })).rejects.toThrow(/mismatched/);
  await expect(lookup({ projectId: 'live-project', databaseId: 'x' })).rejects.toThrow(
    /mismatched/,
  );
  await expect(lookup({ databaseId: 'main' })).rejects.toMatchObject({ code: 3 });
  await lookup({ namespaceId: 'tenant' });
});
