import { shareGlobally } from './shared-state.js';

const used = shareGlobally('app-test.used-namespaces', () => new Map<string, Set<string>>());

/** Remembers that a session addressed a namespace: not every Datastore can list its namespaces. */
export function rememberNamespace(session: string, encoded: string): void {
  const known = used.get(session);
  if (known === undefined) used.set(session, new Set([encoded]));
  else known.add(encoded);
}

/** The namespaces of the test database that a session has addressed through this process. */
export function listUsedNamespaces(session: string): string[] {
  return [...(used.get(session) ?? [])];
}

/** Forgets a session that has ended. */
export function forgetNamespaces(session: string): void {
  used.delete(session);
}
