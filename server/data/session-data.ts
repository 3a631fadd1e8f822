import { AppTestError, checkName } from '../../protocol/index.js';
import {
  encodeNamespace,
  forgetNamespaces,
  keepNamespaces,
  rememberNamespace,
} from '../redirect/index.js';
import { requireTriple } from '../session/triple.js';
import { copyEntities, deleteEntities, readEntities } from './entities.js';
import { deleteKeptNamespaces } from './kept-namespaces.js';
import { type SessionNamespace, listNamespaces } from './namespaces.js';
import { describeEntity, type EntityDescription } from './describe-entity.js';

/** Deletes all data of a session. @returns How many entities. */
export async function resetData(session: string): Promise<number> {
  return sum(await listNamespaces(session), ({ encoded }) => deleteEntities(encoded));
}

/** Keeps a copy of a session's data under a name, in place of an earlier one. @returns How many entities. */
export async function snapshotData(session: string, name: string): Promise<number> {
  const holder = snapshotHolder(session, name);
  snapshots.set(session, new Set([...(snapshots.get(session) ?? []), holder]));
  await resetData(holder);
  return copyData(session, holder);
}

/**
 * Puts a session's data back as they were when the snapshot was made.
 *
 * @returns How many entities.
 * @throws {AppTestError} `ACTION_NOT_FOUND` for a name that this process made no snapshot of.
 */
export async function restoreData(session: string, name: string): Promise<number> {
  const holder = snapshotHolder(session, name);
  if (!snapshots.get(session)?.has(holder)) throw createNoSnapshot(name);
  await resetData(session);
  return copyData(holder, session);
}

/** All entities of a session, readable. @param limit How many at most. */
export async function dumpData(session: string, limit: number): Promise<EntityDescription[]> {
  const described: EntityDescription[] = [];
  for (const { encoded, appDatabase, appNamespace } of await listNamespaces(session)) {
    for await (const entities of readEntities(encoded)) {
      for (const entity of entities) {
        if (described.length === limit) return described;
        described.push(describeEntity(entity, { database: appDatabase, namespace: appNamespace }));
      }
    }
  }
  return described;
}

const snapshots = new Map<string, ReadonlySet<string>>();

/** Removes the data of a session that has ended, and of its snapshots. */
export async function dropData(session: string): Promise<void> {
  for (const ended of [session, ...(snapshots.get(session) ?? [])]) {
    await resetData(ended);
    await deleteKeptNamespaces(ended);
    forgetNamespaces(ended);
  }
  snapshots.delete(session);
}

/** Copies all data of a session into another. @returns How many entities. */
export async function copyData(from: string, to: string): Promise<number> {
  const { namespace } = requireTriple();
  return sum(await listNamespaces(from), async ({ encoded, appDatabase, appNamespace }) => {
    const target = encodeNamespace({ namespace, session: to, appDatabase, appNamespace });
    rememberNamespace(to, target);
    await keepNamespaces(to, [target]);
    return copyEntities(encoded, target);
  });
}

function createNoSnapshot(name: string): AppTestError {
  return new AppTestError({
    code: 'ACTION_NOT_FOUND',
    message: `There is no snapshot '${name}' of this session.`,
    next: 'Make one with testMode.snapshot() first; a restarted server forgets them.',
    status: 404,
  });
}

/** No session can be named so: their names begin with a letter or digit. */
function snapshotHolder(session: string, name: string): string {
  return `-${checkName('session', name)}-${session}`;
}

async function sum(
  namespaces: readonly SessionNamespace[],
  count: (namespace: SessionNamespace) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (const namespace of namespaces) total += await count(namespace);
  return total;
}
