import { findSession, listSessions } from '../session/sessions.js';
import { endSession } from './end-session.js';
import { inTurn } from './in-turn.js';
import { countOpenLeases, hasLeaseBelow, releaseLease } from './leases.js';

/**
 * Ends what a run leaves in named sessions: its workers hold them by leases below the run's, and one that was killed
 * released none.
 */
export async function releaseBelow(lease: string): Promise<void> {
  const left = listSessions().filter(
    (record) => record.name !== '' && hasLeaseBelow(record, lease),
  );
  await Promise.all(left.map(({ name }) => inTurn(name, () => releaseIn(name, lease))));
}

async function releaseIn(name: string, lease: string): Promise<void> {
  const record = findSession(name);
  if (record === undefined) return;
  await releaseLease(record, lease);
  if (countOpenLeases(record) === 0 && !record.heldOpen) await endSession(name);
}
