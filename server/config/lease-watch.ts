import { getRuntime } from '../runtime.js';
import { session } from '../session/session.js';
import { listSessions } from '../session/sessions.js';
import { getSessionState, type SessionRecord } from '../session/state.js';
import { endSession } from './end-session.js';
import { inTurn } from './in-turn.js';
import { countOpenLeases, dropExpiredLeases } from './leases.js';

const longestWaitMs = 3_600_000;
const firstRetryMs = 5_000;
const longestRetryMs = 60_000;

/**
 * Ends every session whose last lease nobody renewed: its runner was killed. The timer keeps no process alive.
 *
 * @param retryMs How long to wait at least, after a failure.
 */
export function watchLeases(retryMs = 0): void {
  const runtime = getRuntime();
  clearTimeout(runtime.leaseTimer);
  const expiries = listSessions().flatMap(({ leases }) => [...leases.values()]);
  if (expiries.length === 0) return;
  const wait = Math.min(...expiries) - getSessionState().now().getTime() + 10;
  const waitMs = Math.min(Math.max(wait, retryMs, 10), longestWaitMs);
  runtime.leaseTimer = setTimeout(() => void endAbandoned(retryMs), waitMs);
  runtime.leaseTimer.unref();
}

async function endAbandoned(lastRetryMs: number): Promise<void> {
  const results = await Promise.allSettled(
    listSessions().map((record) => inTurn(record.name, () => endIfAbandoned(record))),
  );
  if (!session.isActive()) return;
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) {
    watchLeases();
    return;
  }
  if (lastRetryMs === 0) {
    getRuntime().log(
      `[app-test] An abandoned session could not be ended yet: ${String(failed.reason)} It is tried again.`,
    );
  }
  watchLeases(Math.min(Math.max(lastRetryMs * 2, firstRetryMs), longestRetryMs));
}

async function endIfAbandoned(record: SessionRecord): Promise<void> {
  if (!session.isActive()) return;
  const dropped = await dropExpiredLeases(record);
  if (dropped === 0 || countOpenLeases(record) > 0 || record.heldOpen) return;
  await endSession(record.name);
  const which = record.name === '' ? 'The session' : `The session '${record.name}'`;
  getRuntime().log(`[app-test] ${which} was ended: its last lease ran out unrenewed.`);
}
