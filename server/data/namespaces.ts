import {
  decodeNamespace,
  encodeNamespace,
  installRedirect,
  listUsedNamespaces,
  type ResponseMessage,
} from '../redirect/index.js';
import { requireTriple } from '../session/triple.js';
import { readKeptNamespaces } from './kept-namespaces.js';

/** A namespace of the test database, and what it stands for in its session. */
export interface SessionNamespace {
  /** Name in the test database. */
  encoded: string;
  appDatabase: string;
  appNamespace: string;
}

/**
 * The namespaces that a session's data is in: those that anybody has written to in it, and those that this process has
 * addressed.
 */
export async function listNamespaces(session: string): Promise<SessionNamespace[]> {
  const { namespace } = requireTriple();
  const own = encodeNamespace({ namespace, session, appDatabase: '', appNamespace: '' });
  const [kept, queried] = await Promise.all([readKeptNamespaces(session), queryNamespaces()]);
  const names = new Set([own, ...listUsedNamespaces(session), ...kept, ...queried]);
  return [...names].toSorted().flatMap((encoded) => {
    const parts = decodeNamespace(encoded);
    const isOwn = parts?.namespace === namespace && parts.session === session;
    if (!isOwn) return [];
    return [{ encoded, appDatabase: parts.appDatabase, appNamespace: parts.appNamespace }];
  });
}

/** https://cloud.google.com/datastore/docs/concepts/metadataqueries#namespace_queries */
async function queryNamespaces(): Promise<string[]> {
  const { projectId, database: databaseId } = requireTriple();
  try {
    const request = {
      partitionId: { projectId, databaseId },
      query: { kind: [{ name: '__namespace__' }] },
    };
    const { batch } = (await installRedirect().callTarget('runQuery', request)) as ResponseMessage;
    return (batch?.entityResults ?? []).map(
      (result) => result.entity?.key?.path?.at(-1)?.name ?? '',
    );
  } catch {
    // The Firestore emulator has no metadata queries; what was addressed is known all the same.
    return [];
  }
}
