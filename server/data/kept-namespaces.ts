import {
  decodeNamespace,
  encodeNamespace,
  type EntityMessage,
  sessionKind,
  setNamespaceKeeper,
} from '../redirect/index.js';
import { requireTriple } from '../session/triple.js';
import { commit } from './commit.js';
import { createPartition } from './partition.js';
import { readPages } from './read-pages.js';

// Which namespaces a session has written to, kept in the test database: a Datastore that cannot list its namespaces
// (Google's Firestore emulator) would leave a restarted server without any way to find them. They are in a namespace
// that no session can have, so that no lock of the application's queries is ever waited for.

/** Has every first write of a session to a namespace written down. */
export function keepWrittenNamespaces(): void {
  setNamespaceKeeper(async (session, encoded) => {
    const parts = decodeNamespace(encoded);
    // Where it keeps what the app names no namespace for is known from the session's name.
    if (parts === undefined || (parts.appDatabase === '' && parts.appNamespace === '')) return;
    await commit([{ upsert: { key: createKey(session, encoded), properties: {} } }]);
  });
}

/** The namespaces that a session has ever written to, besides that of its own. */
export async function readKeptNamespaces(session: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entities of readRecords(session)) {
    for (const { key } of entities) names.push(key?.path?.at(-1)?.name ?? '');
  }
  return names;
}

/** Forgets what is kept of a session, when there is nothing left in its namespaces. */
export async function deleteKeptNamespaces(session: string): Promise<void> {
  for await (const entities of readRecords(session)) {
    await commit(entities.map(({ key }) => ({ delete: key })));
  }
}

function readRecords(session: string): AsyncGenerator<EntityMessage[]> {
  const query = { kind: [{ name: sessionKind }], filter: createAncestorFilter(session) };
  return readPages(registryNamespace(), query);
}

function registryNamespace(): string {
  const { namespace } = requireTriple();
  return encodeNamespace({ namespace, session: '-', appDatabase: '', appNamespace: '' });
}

function createAncestorFilter(session: string): object {
  const { partitionId, path } = createKey(session);
  return {
    propertyFilter: {
      property: { name: '__key__' },
      op: 'HAS_ANCESTOR',
      value: { keyValue: { partitionId, path } },
    },
  };
}

function createKey(session: string, ...names: string[]): { partitionId: object; path: object[] } {
  const path = [`of ${session}`, ...names].map((name) => ({ kind: sessionKind, name }));
  return { partitionId: createPartition(registryNamespace()), path };
}
