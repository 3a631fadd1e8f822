import { writeDataRecord } from '../data/data-records.js';
import { dropDataLater } from '../data/drop-data.js';
import { takeSnapshots } from '../data/snapshots.js';
import { getRuntime } from '../runtime.js';
import { closeSession, findSession } from '../session/sessions.js';
import { deleteStoredSession } from './session-store.js';

/** Withdraws a session's token, here and in the database, and says whether there was one there. */
export async function endSession(session: string): Promise<boolean> {
  const record = findSession(session);
  const hasData = session !== '' && record !== undefined;
  if (hasData) await writeDataRecord({ holder: session });
  const existed = await deleteStoredSession(session);
  if (record !== undefined) closeSession(record);
  getRuntime().logs?.delete(session);
  if (hasData) dropDataLater(session);
  // The data of the server's own session stay; what was kept of them does not.
  if (session === '') for (const holder of takeSnapshots(session)) dropDataLater(holder);
  return existed;
}
