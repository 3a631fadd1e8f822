/** Which emulator answers at an address. */
export type DatastoreKind = 'embedded' | 'classic' | 'firestore' | 'unknown';

const timeoutMs = 3000;

/**
 * Tells emulators apart by two questions that change nothing: what `/` says, and whether they count entities. The
 * kind and the database asked about are nobody's.
 *
 * @throws what `fetch` throws where nobody answers.
 */
export async function identifyDatastore(address: string): Promise<DatastoreKind> {
  const root = await ask(address, '/');
  if (root.headers.get('server') === 'app-test-datastore') return 'embedded';
  if ((await root.text()).trim() !== 'Ok') return 'unknown';
  const counted = await ask(address, `/v1/projects/${place}:runAggregationQuery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(countQuery),
  });
  if (counted.status === 501) return 'classic';
  return counted.ok ? 'firestore' : 'unknown';
}

const place = 'app-test-doctor';
const countQuery = {
  databaseId: place,
  partitionId: { projectId: place, databaseId: place },
  aggregationQuery: {
    nestedQuery: { kind: [{ name: place }] },
    aggregations: [{ alias: 'count', count: {} }],
  },
};

function ask(address: string, path: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(`http://${address}${path}`, { ...init, redirect: 'manual', signal });
}
