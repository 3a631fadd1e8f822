import { CLIENTS, expect, test, type ClientVersion } from './client-test.js';

for (const version of Object.keys(CLIENTS) as ClientVersion[]) {
  test(`the official client ${version} saves, reads, queries, counts and deletes`, async ({
    openClient,
  }) => {
    const datastore = openClient({ version, namespace: `clients-${version}` });
    const key = datastore.key(['Task', 'one']);
    const data = {
      done: false,
      priority: 4,
      ratio: 0.5,
      whole: datastore.double(3),
      text: 'Grüße',
      when: new Date('2026-01-02T03:04:05.678Z'),
      place: datastore.geoPoint({ latitude: 1.5, longitude: -2 }),
      bytes: Buffer.from([0, 1, 255]),
      nothing: null,
      tags: ['a', 'b'],
      nested: { deep: { deeper: 1 } },
      empty: [],
      parent: datastore.key(['List', 'seven']),
    };
    await datastore.save({ key, data });
    const [read] = await datastore.get(key);
    expect(read[datastore.KEY].path).toEqual(key.path);
    expect(read).toMatchObject({
      ...data,
      whole: 3,
      place: data.place.value,
      parent: { name: 'seven' },
    });

    const query = datastore.createQuery('Task').filter('tags', 'b');
    const [found, info] = await datastore.runQuery(query);
    expect(found.map((task) => task.text)).toEqual(['Grüße']);
    expect(info.moreResults).toBe(datastore.NO_MORE_RESULTS);
    const [counts] = await datastore.runAggregationQuery(
      datastore.createAggregationQuery(query).count('n'),
    );
    expect(counts).toEqual([{ n: 1 }]);

    const transaction = datastore.transaction();
    await transaction.run();
    const [task] = await transaction.get(key);
    transaction.save({ key, data: { ...task, done: true } });
    await transaction.commit();
    expect((await datastore.get(key))[0].done).toBe(true);

    const [[allocated]] = await datastore.allocateIds(datastore.key(['Task']), 2);
    expect(Number(allocated!.id)).toBeGreaterThan(0);
    await datastore.delete(key);
    expect((await datastore.get(key))[0]).toBeUndefined();
  });
}
