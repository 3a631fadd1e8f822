import { closeSession, findSession } from '../session/sessions.js';
import { deleteStoredSession } from './session-store.js';

/** Withdraws a session's token, here and in the database, and says whether there was one there. */
export async function endSession(session: string): Promise<boolean> {
  const existed = await deleteStoredSession(session);
  const record = findSession(session);
  if (record !== undefined) closeSession(record);
  return existed;
}
