import { shareGlobally } from './shared-state.js';

/** Writes down, in the test database, that a session writes to a namespace. */
export type NamespaceKeeper = (session: string, encoded: string) => Promise<void>;

interface UsedNamespaces {
  addressed: Map<string, Set<string>>;
  /** By session and namespace: null once it is written down, else the writing of it. */
  kept: Map<string, Map<string, Promise<void> | null>>;
  keeper: NamespaceKeeper | undefined;
}

const used = shareGlobally<UsedNamespaces>('app-test.used-namespaces', () => ({
  addressed: new Map(),
  kept: new Map(),
  keeper: undefined,
}));

/** Remembers that a session addressed a namespace: not every Datastore can list its namespaces. */
export function rememberNamespace(session: string, encoded: string): void {
  const known = used.addressed.get(session);
  if (known === undefined) used.addressed.set(session, new Set([encoded]));
  else known.add(encoded);
}

/** The namespaces of the test database that a session has addressed through this process. */
export function listUsedNamespaces(session: string): string[] {
  return [...(used.addressed.get(session) ?? [])];
}

/** Forgets a session that has ended. */
export function forgetNamespaces(session: string): void {
  used.addressed.delete(session);
  used.kept.delete(session);
}

/** Names who writes namespaces down, so that a later process knows them. */
export function setNamespaceKeeper(keeper: NamespaceKeeper | undefined): void {
  used.keeper = keeper;
}

/**
 * Has the namespaces written down that a session is about to write to, the first time it does.
 *
 * @returns What the write has to wait for; undefined for nothing.
 */
export function keepNamespaces(
  session: string,
  namespaces: Iterable<string>,
): Promise<unknown> | undefined {
  const { keeper } = used;
  if (keeper === undefined) return undefined;
  let kept = used.kept.get(session);
  if (kept === undefined) used.kept.set(session, (kept = new Map()));
  const pending: Promise<void>[] = [];
  for (const encoded of namespaces) {
    if (!kept.has(encoded)) kept.set(encoded, keepOne(kept, keeper, session, encoded));
    const keeping = kept.get(encoded);
    if (keeping) pending.push(keeping);
  }
  return pending.length === 0 ? undefined : Promise.all(pending);
}

async function keepOne(
  kept: Map<string, Promise<void> | null>,
  keeper: NamespaceKeeper,
  session: string,
  encoded: string,
): Promise<void> {
  try {
    await keeper(session, encoded);
    kept.set(encoded, null);
  } catch (error) {
    // The write fails with it; the next one tries again.
    kept.delete(encoded);
    throw error;
  }
}
