import { AppTestError, quoteValue } from '../../protocol/index.js';

/** What one namespace of the test database stands for. */
export interface NamespaceParts {
  /** Namespace of the process session; null is the default namespace. */
  namespace: string | null;
  /** Name of the session; empty is the process session. */
  session: string;
  /** The database that the app addressed; empty is its default one. */
  appDatabase: string;
  /** The namespace that the app addressed; empty is its default one. */
  appNamespace: string;
}

// https://cloud.google.com/datastore/docs/concepts/multitenancy
const longestNamespace = 100;

/**
 * The namespace of the test database in which the data of a session, app database and app namespace lives.
 *
 * The process session without further parts is exactly its namespace. Otherwise the parts are joined by dots, empty ones
 * staying empty; the first three hold no dot, so that no two combinations meet.
 *
 * @throws {AppTestError} `NAMESPACE_TOO_LONG` over 100 characters, `NAME_INVALID` for a dot in one of the first three.
 */
export function encodeNamespace(parts: NamespaceParts): string {
  const { session, appDatabase, appNamespace } = parts;
  const namespace = parts.namespace ?? '';
  refuseDots({ namespace, session, appDatabase });
  if (session === '' && appDatabase === '' && appNamespace === '') return namespace;
  const encoded = [namespace, session, appDatabase, appNamespace].join('.');
  if (encoded.length <= longestNamespace) return encoded;
  throw new AppTestError({
    code: 'NAMESPACE_TOO_LONG',
    message:
      `The namespace ${quoteValue(encoded)} has ${encoded.length} characters; Datastore takes ${longestNamespace}. ` +
      `It is made of the namespace, the session, and the database and namespace that the app addressed (${quoteValue(appDatabase)}, ${quoteValue(appNamespace)}).`,
    next: 'Use a shorter namespace or session name.',
    details: { ...parts, encoded },
  });
}

/** The inverse of {@link encodeNamespace}; `undefined` for a namespace that it never returns. */
export function decodeNamespace(encoded: string): NamespaceParts | undefined {
  const [namespace = '', session, appDatabase, ...rest] = encoded.split('.');
  const parts = { namespace: namespace === '' ? null : namespace };
  if (session === undefined) return { ...parts, session: '', appDatabase: '', appNamespace: '' };
  if (appDatabase === undefined || rest.length === 0) return undefined;
  const appNamespace = rest.join('.');
  if (session === '' && appDatabase === '' && appNamespace === '') return undefined;
  return { ...parts, session, appDatabase, appNamespace };
}

function refuseDots(names: Record<string, string>): void {
  for (const [name, value] of Object.entries(names)) {
    if (!value.includes('.')) continue;
    throw new AppTestError({
      code: 'NAME_INVALID',
      message: `The ${name} ${quoteValue(value)} holds a dot, which separates the parts of a test namespace.`,
      next: `Use a ${name} without dots.`,
      details: { [name]: value },
    });
  }
}
