import { forgetNamespaces } from '../redirect/index.js';
import { getRuntime } from '../runtime.js';
import { deleteDataRecord } from './data-records.js';
import { getDataState } from './data-state.js';
import { deleteKeptNamespaces } from './kept-namespaces.js';
import { clearData } from './replace-data.js';
import { takeSnapshots } from './snapshots.js';

/** Removes the data of a session that has ended, and of its snapshots. */
export async function dropData(session: string): Promise<void> {
  for (const ended of [...takeSnapshots(session), session]) {
    await clearData(ended);
    if (getDataState().forks === undefined) await deleteKeptNamespaces(ended);
    forgetNamespaces(ended);
    await deleteDataRecord(ended);
  }
}

/** Removes data in the background: nobody waits for what nobody can reach any more. A failure is told. */
export function dropDataLater(session: string): void {
  const { drops } = getDataState();
  const before = drops.get(session) ?? Promise.resolve();
  const drop = before.then(() => tellFailure(session));
  drops.set(session, drop);
  void forget(session, drop);
}

async function forget(session: string, drop: Promise<void>): Promise<void> {
  await drop;
  const { drops } = getDataState();
  if (drops.get(session) === drop) drops.delete(session);
}

async function tellFailure(session: string): Promise<void> {
  try {
    await dropData(session);
  } catch (error) {
    getRuntime().log(
      `[app-test] The data of the ended session '${session}' could not be removed: ${String(error)} The next start of the server tries it again.`,
    );
  }
}
