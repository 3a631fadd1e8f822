import { decodeNamespace, setNamespaceKeeper } from '../redirect/index.js';
import type { DataPlace } from './data-place.js';
import { deleteList, readList, writeEntry } from './registry-entries.js';

// A Datastore that cannot list its namespaces (Google's Firestore emulator) would leave a restarted server without any
// way to find those that a session has written to.

/** Has every first write of a session to a namespace written down, or no longer. */
export function keepWrittenNamespaces(isNeeded: boolean): void {
  setNamespaceKeeper(isNeeded ? keepNamespace : undefined);
}

/** The namespaces that a session has ever written to, besides that of its own. */
export async function readKeptNamespaces({ namespace, session }: DataPlace): Promise<string[]> {
  return (await readList(nameList(session), namespace)).map(({ name }) => name);
}

/** Forgets what is kept of a session, when there is nothing left in its namespaces. */
export async function deleteKeptNamespaces(session: string): Promise<void> {
  await deleteList(nameList(session));
}

async function keepNamespace(session: string, encoded: string): Promise<void> {
  const parts = decodeNamespace(encoded);
  // Where it keeps what the app names no namespace for is known from the session's name.
  if (parts === undefined || (parts.appDatabase === '' && parts.appNamespace === '')) return;
  await writeEntry(nameList(session), encoded);
}

function nameList(session: string): string {
  return `namespaces of ${session}`;
}
