import {
  decodeNamespace,
  encodeNamespace,
  installRedirect,
  listUsedNamespaces,
} from '../redirect/index.js';
import { requireTriple } from '../session/triple.js';
import type { DataPlace } from './data-place.js';
import { getDataState } from './data-state.js';
import { readKeptNamespaces } from './kept-namespaces.js';
import { readPages } from './read-pages.js';

/** What a namespace of the test database stands for in its session. */
export interface AppNamespace {
  appDatabase: string;
  appNamespace: string;
}

/** A namespace of the test database. */
export interface SessionNamespace extends AppNamespace {
  /** Name in the test database. */
  encoded: string;
}

/** The namespaces that a session's data may be in, in the order of their names. */
export async function listNamespaces(place: DataPlace): Promise<SessionNamespace[]> {
  return chooseOwn(place, await listCandidates(place));
}

/** The same of two places, in one question where one is enough. */
export async function listNamespacesOfBoth(
  one: DataPlace,
  other: DataPlace,
): Promise<[SessionNamespace[], SessionNamespace[]]> {
  if (getDataState().forks === undefined) {
    return Promise.all([listNamespaces(one), listNamespaces(other)]);
  }
  const names = await queryNamespaces();
  return [chooseOwn(one, names), chooseOwn(other, names)];
}

function chooseOwn(place: DataPlace, candidates: readonly string[]): SessionNamespace[] {
  const names = [...new Set(candidates)].toSorted();
  return names.flatMap((encoded) => {
    const parts = decodeNamespace(encoded);
    const isOwn = parts?.namespace === place.namespace && parts.session === place.session;
    if (!isOwn) return [];
    return [{ encoded, appDatabase: parts.appDatabase, appNamespace: parts.appNamespace }];
  });
}

async function listCandidates(place: DataPlace): Promise<string[]> {
  // The embedded Datastore's list is what there is.
  if (getDataState().forks !== undefined) return queryNamespaces();
  const own = encodeNamespace({ ...place, appDatabase: '', appNamespace: '' });
  const [kept, queried] = await Promise.all([
    readKeptNamespaces(place),
    queryNamespacesIfPossible(),
  ]);
  const isHere = place.namespace === requireTriple().namespace;
  return [own, ...kept, ...queried, ...(isHere ? listUsedNamespaces(place.session) : [])];
}

/** The Firestore emulator has no metadata queries; what was written to is known all the same. */
async function queryNamespacesIfPossible(): Promise<string[]> {
  const state = getDataState();
  if (!state.listsNamespaces) return [];
  try {
    return await queryNamespaces();
  } catch (error) {
    // It prints a page about every one that it refuses.
    state.listsNamespaces = !refusals.has((error as { code?: unknown }).code);
    return [];
  }
}

/** INVALID_ARGUMENT and UNIMPLEMENTED. */
const refusals: ReadonlySet<unknown> = new Set([3, 12]);

/** https://cloud.google.com/datastore/docs/concepts/metadataqueries#namespace_queries */
async function queryNamespaces(): Promise<string[]> {
  const list = getDataState().forks?.list;
  if (list !== undefined) {
    // No call goes through the redirect here: it must stand all the same.
    installRedirect().addressNow();
    return list();
  }
  const names: string[] = [];
  for await (const entities of readPages('', { kind: [{ name: '__namespace__' }] })) {
    for (const { key } of entities) names.push(key?.path?.at(-1)?.name ?? '');
  }
  return names;
}
