import { dropData } from '../data/session-data.js';
import { getRuntime } from '../runtime.js';
import { closeSession, findSession } from '../session/sessions.js';
import { deleteStoredSession } from './session-store.js';

/** Withdraws a session's token, here and in the database, and says whether there was one there. */
export async function endSession(session: string): Promise<boolean> {
  const existed = await deleteStoredSession(session);
  const record = findSession(session);
  if (record !== undefined) closeSession(record);
  // In the background: nobody waits for data that nobody can reach any more.
  if (session !== '') void dropEndedData(session);
  return existed;
}

async function dropEndedData(session: string): Promise<void> {
  try {
    await dropData(session);
  } catch (error) {
    getRuntime().log(
      `[app-test] The data of the ended session '${session}' could not be removed: ${String(error)}`,
    );
  }
}
