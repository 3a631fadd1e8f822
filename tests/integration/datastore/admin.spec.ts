import type { Datastore } from '@google-cloud/datastore';
import { startDatastore } from '../../../datastore/index.js';
import { expect, test as base } from './client-test.js';

const PROJECT = 'embedded-test';

interface Admin {
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Saves entities with these names. */
  save(datastore: Datastore, ...names: string[]): Promise<void>;
  /** The names of the entities. */
  list(datastore: Datastore): Promise<string[]>;
}

const test = base.extend<{ admin: Admin }>({
  admin: async ({ embedded }, use) => {
    await use({
      post: (path, body, headers = {}) =>
        fetch(`http://${embedded.address}${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      save: async (datastore, ...names) => {
        await datastore.save(names.map((name) => ({ key: datastore.key(['T', name]), data: {} })));
      },
      list: async (datastore) => {
        const [found] = await datastore.runQuery(datastore.createQuery('T'));
        return found.map((entity) => entity[datastore.KEY].name);
      },
    });
  },
});

for (const databaseId of ['', 'second']) {
  test(`POST /fork copies a namespace and POST /drop removes one, in database '${databaseId}'`, async ({
    admin,
    openClient,
  }) => {
    const [original, copy] = [`from-${databaseId}`, `to-${databaseId}`].map((namespace) =>
      openClient({ databaseId, namespace }),
    ) as [Datastore, Datastore];
    await admin.save(original, 'a', 'b');
    await admin.save(copy, 'stale');
    const place = { projectId: PROJECT, database: databaseId };
    const namespaces = { from: original.namespace, to: copy.namespace };
    const forked = await admin.post('/fork', { ...place, ...namespaces });
    expect([forked.status, await forked.json()]).toEqual([200, { entities: 2 }]);
    expect(forked.headers.get('app-test-datastore')).toBe('1');
    await admin.save(copy, 'c');
    expect(await admin.list(original)).toEqual(['a', 'b']);
    expect(await admin.list(copy)).toEqual(['a', 'b', 'c']);

    expect((await admin.post('/drop', { ...place, namespace: copy.namespace })).status).toBe(200);
    expect(await admin.list(original)).toEqual(['a', 'b']);
    expect(await admin.list(copy)).toEqual([]);
  });
}

test('the project may be left out where the Datastore was started with one', async ({
  openClient,
}) => {
  const own = await startDatastore({ projectId: PROJECT });
  try {
    const datastore = openClient({ apiEndpoint: own.address });
    await datastore.save({ key: datastore.key(['T', 'a']), data: {} });
    const body = JSON.stringify({ namespace: '' });
    const response = await fetch(`http://${own.address}/drop`, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect((await datastore.get(datastore.key(['T', 'a'])))[0]).toBeUndefined();
  } finally {
    await own.stop();
  }
});

for (const [what, headers] of [
  ['another site', { origin: 'https://example.com' }],
  ['a local page', { origin: 'http://localhost:3000' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
] as [string, Record<string, string>][]) {
  test(`${what} can neither fork nor drop`, async ({ admin, datastore }) => {
    await admin.save(datastore, 'a');
    const { namespace } = datastore;
    const drop = await admin.post('/drop', { projectId: PROJECT, namespace }, headers);
    const body = { projectId: PROJECT, from: 'nothing', to: namespace };
    const fork = await admin.post('/fork', body, headers);
    expect([drop.status, fork.status]).toEqual([403, 403]);
    expect(await admin.list(datastore)).toEqual(['a']);
  });
}

for (const [what, path, body, text] of [
  ['no JSON', '/fork', 'from=a&to=b', 'The body must be a JSON object with the members from, to,'],
  ['a list', '/drop', [], 'The body must be a JSON object with the members namespace,'],
  ['a member missing', '/fork', { from: 'a' }, 'to is missing; the default namespace is "".'],
  ['a member mistyped', '/drop', { namspace: 'a' }, "Did you mean 'namespace'?"],
  ['a member of __proto__', '/drop', '{"__proto__":{"namespace":"a"}}', "no member '__proto__'"],
  ['a number', '/drop', { namespace: 1 }, 'namespace is 1; it must be a string.'],
  ['kinds mistyped', '/drop', { namespace: 'a', keep: 'T' }, 'keep is "T"; it must be a list'],
  ['no project', '/drop', { namespace: 'a' }, 'The app id is the empty string.'],
  [
    'a namespace that cannot be',
    '/fork',
    { projectId: PROJECT, from: 'a', to: 'b/c' },
    'Illegal string "b/c" in namespace id.',
  ],
] as const) {
  test(`${path} with ${what} is refused and says so`, async ({ admin }) => {
    const response = await admin.post(path, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(text);
  });
}

test('a body without end is refused, and the Datastore goes on', async ({ admin, datastore }) => {
  const response = await admin.post('/drop', `"${'x'.repeat(200_000)}"`);
  expect(response.status).toBe(413);
  await admin.save(datastore, 'a');
  expect(await admin.list(datastore)).toEqual(['a']);
});

test('only POST forks and drops', async ({ embedded }) => {
  for (const path of ['/fork', '/drop']) {
    const response = await fetch(`http://${embedded.address}${path}`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  }
});
