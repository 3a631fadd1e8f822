import { installRedirect } from '../redirect/index.js';
import { requireTriple } from '../session/session.js';

/** Kind of everything that app-test keeps for a session in the test database. */
export const sessionKind = 'app-test-session';
const tokenName = 'token';
const leasePrefix = 'lease:';

/** A lease as it is kept. */
export interface StoredLease {
  id: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

interface RawEntity {
  key: { path: { name?: string }[] };
  properties: Record<string, { stringValue?: string; integerValue?: string | number }>;
}

/** Reads the stored token; null where there is no token entity (spec 2.3). */
export async function readStoredToken(): Promise<string | null> {
  const { found } = (await call('lookup', { keys: [createKey(tokenName)] })) as {
    found?: { entity: RawEntity }[];
  };
  const entity = found?.[0]?.entity;
  return entity === undefined ? null : (entity.properties.token?.stringValue ?? '');
}

/** Writes the token entity where it is missing or holds another value (spec 2.3). */
export async function ensureStoredToken(token: string): Promise<void> {
  if ((await readStoredToken()) === token) return;
  await upsert(tokenName, { token: { stringValue: token, excludeFromIndexes: true } });
}

/** Deletes the token entity, and says whether there was one. */
export async function deleteStoredToken(): Promise<boolean> {
  const existed = (await readStoredToken()) !== null;
  await deleteNames([tokenName]);
  return existed;
}

/** Every lease kept, expired ones included. */
export async function readStoredLeases(): Promise<StoredLease[]> {
  const { batch } = (await call('runQuery', {
    partitionId: createPartition(),
    query: { kind: [{ name: sessionKind }] },
  })) as { batch?: { entityResults?: { entity: RawEntity }[] } };
  const leases: StoredLease[] = [];
  for (const { entity } of batch?.entityResults ?? []) {
    const name = entity.key.path.at(-1)?.name ?? '';
    const expiresAt = Number(entity.properties.expires?.integerValue);
    if (!name.startsWith(leasePrefix) || !Number.isFinite(expiresAt)) continue;
    leases.push({ id: name.slice(leasePrefix.length), expiresAt });
  }
  return leases;
}

/** Writes a lease, or a new expiry of one. */
export async function writeStoredLease({ id, expiresAt }: StoredLease): Promise<void> {
  await upsert(`${leasePrefix}${id}`, {
    expires: { integerValue: String(expiresAt), excludeFromIndexes: true },
  });
}

/** Deletes leases; missing ones are no error. */
export async function deleteStoredLeases(ids: readonly string[]): Promise<void> {
  await deleteNames(ids.map((id) => `${leasePrefix}${id}`));
}

async function upsert(name: string, properties: object): Promise<void> {
  await commit([{ upsert: { key: createKey(name), properties } }]);
}

async function deleteNames(names: readonly string[]): Promise<void> {
  if (names.length > 0) await commit(names.map((name) => ({ delete: createKey(name) })));
}

async function commit(mutations: object[]): Promise<void> {
  await call('commit', { mode: 'NON_TRANSACTIONAL', mutations });
}

// The raw RPCs of the target: these entities are ours, so the app's namespaces don't apply to them.
async function call(method: string, request: object): Promise<unknown> {
  const { projectId, database } = requireTriple();
  return installRedirect().callTarget(method, { projectId, databaseId: database, ...request });
}

function createKey(name: string): object {
  return { partitionId: createPartition(), path: [{ kind: sessionKind, name }] };
}

function createPartition(): object {
  const { projectId, database, namespace } = requireTriple();
  return { projectId, databaseId: database, namespaceId: namespace ?? '' };
}
