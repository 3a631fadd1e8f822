import { AppTestError, isAppTestError } from '../../protocol/index.js';
import { installRedirect } from '../redirect/index.js';
import { readNamespace } from '../session/sessions.js';
import { requireTriple } from '../session/triple.js';

/** Kind of everything that app-test keeps for a session in the test database. */
export const sessionKind = 'app-test-session';
const timeoutMs = 10_000;
const tokenName = 'token';
const leasePrefix = 'lease:';
const sessionPrefix = 'session:';

/** A lease as it is kept. */
export interface StoredLease {
  id: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** A named session as it is kept, so that a restarted server knows it. */
export interface StoredSession {
  name: string;
  /** Milliseconds since the epoch. */
  openedAt: number;
}

/** What to write when a session is opened or renewed. */
export interface SessionWrite {
  token: string;
  lease: StoredLease | null;
  /** The entry of a named session that is new; null for one that is known. */
  opened: StoredSession | null;
}

interface RawEntity {
  key: { path: { name?: string }[] };
  properties: Record<string, { stringValue?: string; integerValue?: string | number }>;
}

interface QueryAnswer {
  batch?: { entityResults?: { entity: RawEntity }[]; moreResults?: string; endCursor?: unknown };
}

/** Reads a session's stored token; null where there is no token entity (spec 2.3). */
export async function readStoredToken(session: string): Promise<string | null> {
  const { found } = (await call('lookup', { keys: [createKey(session, tokenName)] })) as {
    found?: { entity: RawEntity }[];
  };
  const entity = found?.[0]?.entity;
  return entity === undefined ? null : (entity.properties.token?.stringValue ?? '');
}

/**
 * Writes the token entity where it is missing or holds another value (spec 2.3), and beside it the lease and the
 * session's entry, in one commit.
 */
export async function writeSession(
  session: string,
  { token, lease, opened }: SessionWrite,
): Promise<void> {
  const mutations: object[] = [];
  // A session that is new has none, or one that a killed server left.
  if (opened !== null || (await readStoredToken(session)) !== token) {
    mutations.push(upsert(session, tokenName, { token: { stringValue: token } }));
  }
  if (lease !== null) {
    mutations.push(upsert(session, leasePrefix + lease.id, { expires: integer(lease.expiresAt) }));
  }
  if (opened !== null) {
    mutations.push(upsert('', sessionPrefix + opened.name, { opened: integer(opened.openedAt) }));
  }
  await commit(mutations);
}

/** Deletes a session's token entity and its entry, and says whether there was a token entity. */
export async function deleteStoredSession(session: string): Promise<boolean> {
  const existed = (await readStoredToken(session)) !== null;
  const deletions = [{ delete: createKey(session, tokenName) }];
  if (session !== '') deletions.push({ delete: createKey('', sessionPrefix + session) });
  await commit(deletions);
  return existed;
}

/** Every lease kept of a session, expired ones included. */
export async function readStoredLeases(session: string): Promise<StoredLease[]> {
  const entries = await readEntries(session, leasePrefix, 'expires');
  return entries.map(([id, expiresAt]) => ({ id, expiresAt }));
}

/** Every named session that was open when the server before this one ended. */
export async function readStoredSessions(): Promise<StoredSession[]> {
  const entries = await readEntries('', sessionPrefix, 'opened');
  return entries.map(([name, openedAt]) => ({ name, openedAt }));
}

/** Deletes leases of a session; missing ones are no error. */
export async function deleteStoredLeases(session: string, ids: readonly string[]): Promise<void> {
  await commit(ids.map((id) => ({ delete: createKey(session, leasePrefix + id) })));
}

/** The entries of a session with a name prefix: the rest of the name, and an integer property. */
async function readEntries(
  session: string,
  prefix: string,
  property: string,
): Promise<[name: string, value: number][]> {
  const entities = await readAll(session);
  return entities.flatMap(({ key, properties }) => {
    const name = key.path.at(-1)?.name ?? '';
    const value = Number(properties[property]?.integerValue);
    if (!name.startsWith(prefix) || !Number.isFinite(value)) return [];
    return [[name.slice(prefix.length), value] as [string, number]];
  });
}

async function readAll(session: string): Promise<RawEntity[]> {
  const entities: RawEntity[] = [];
  let startCursor: unknown;
  for (;;) {
    const { batch } = (await call('runQuery', {
      partitionId: createPartition(session),
      query: { kind: [{ name: sessionKind }], ...(startCursor !== undefined && { startCursor }) },
    })) as QueryAnswer;
    entities.push(...(batch?.entityResults ?? []).map(({ entity }) => entity));
    // The service may cut a batch short.
    if (batch?.moreResults !== 'NOT_FINISHED') return entities;
    startCursor = batch.endCursor;
  }
}

function upsert(session: string, name: string, properties: Record<string, object>): object {
  const unindexed = Object.entries(properties).map(([property, value]) => [
    property,
    { ...value, excludeFromIndexes: true },
  ]);
  const key = createKey(session, name);
  return { upsert: { key, properties: Object.fromEntries(unindexed) as object } };
}

function integer(value: number): object {
  return { integerValue: String(Math.round(value)) };
}

// https://cloud.google.com/datastore/docs/concepts/limits
const mostMutations = 500;

async function commit(mutations: object[]): Promise<void> {
  for (let start = 0; start < mutations.length; start += mostMutations) {
    const part = mutations.slice(start, start + mostMutations);
    await call('commit', { mode: 'NON_TRANSACTIONAL', mutations: part });
  }
}

// The raw RPCs of the target: these entities are ours, so the app's namespaces don't apply to them.
async function call(method: string, request: object): Promise<unknown> {
  try {
    return (await installRedirect().callTarget(method, request, { timeoutMs })) as unknown;
  } catch (cause) {
    if (isAppTestError(cause)) throw cause;
    throw new AppTestError({
      code: 'DATASTORE_UNREACHABLE',
      message: `The session could not be read or written: ${cause instanceof Error ? cause.message : String(cause)}.`,
      next: 'Look whether the Datastore that the banner names is running.',
      cause,
      status: 503,
    });
  }
}

function createKey(session: string, name: string): object {
  return { partitionId: createPartition(session), path: [{ kind: sessionKind, name }] };
}

function createPartition(session: string): object {
  const { projectId, database } = requireTriple();
  return { projectId, databaseId: database, namespaceId: readNamespace(session) ?? '' };
}
