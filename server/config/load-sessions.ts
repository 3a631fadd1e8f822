import { readDataRecords } from '../data/data-records.js';
import { dropDataLater } from '../data/drop-data.js';
import { rememberSnapshot } from '../data/snapshots.js';
import { getRuntime } from '../runtime.js';
import {
  ensureSession,
  findSession,
  getProcessSession,
  issueTokenAt,
} from '../session/sessions.js';
import { getSessionState } from '../session/state.js';
import { loadLeases } from './leases.js';
import { watchLeases } from './lease-watch.js';
import { readStoredSessions } from './session-store.js';

/**
 * Takes over what a server before this one left open, so that today's cookie of every open session is accepted at once
 * (spec 3, prime), and removes the data of those that had ended.
 */
export async function loadSessions(): Promise<void> {
  const { now } = getSessionState();
  const process = getProcessSession();
  process.openedAt = now().getTime();
  await loadLeases(process);
  issueTokenAt(process, now());
  const stored = await readStoredSessions();
  await Promise.all(
    stored.map(async ({ name, openedAt }) => {
      const record = ensureSession(name);
      record.openedAt = openedAt;
      // Its runner may be alive, and has renewed nothing while there was no server.
      await loadLeases(record, getRuntime().leaseSeconds);
      // Without a lease nobody would ever end it but the one who opened it.
      record.heldOpen = record.leases.size === 0;
      issueTokenAt(record, now());
    }),
  );
  await loadData();
  watchLeases();
}

async function loadData(): Promise<void> {
  for (const { holder, snapshot } of await readDataRecords()) {
    if (snapshot !== undefined && findSession(snapshot.of) !== undefined) {
      rememberSnapshot(snapshot.of, snapshot.name, holder);
    } else if (findSession(holder) === undefined) {
      dropDataLater(holder);
    }
  }
}
