import {
  type FinishResponse,
  hashToken,
  type StatusResponse,
  version,
} from '../../protocol/index.js';
import { checkConsistency } from '../consistency.js';
import { runFinishHooks, runStatusHooks } from '../hooks.js';
import { getRuntime } from '../runtime.js';
import { clearToken, deriveTodaysToken, requireTriple, session } from '../session/session.js';
import { getSessionState } from '../session/state.js';
import { secondsUntilMidnight } from '../session/token.js';
import { inTurn } from './in-turn.js';
import {
  countOpenLeases,
  dropExpiredLeases,
  openLease,
  releaseAllLeases,
  releaseLease,
} from './leases.js';
import { deleteStoredToken, ensureStoredToken, readStoredToken } from './session-store.js';

/** Issues the day's token, opens or renews a lease, and describes the session (spec 4.1). */
export function openSession(lease: string | null): Promise<StatusResponse> {
  return inTurn(async () => {
    const token = await issueToken(lease);
    const { database, namespace, projectId } = requireTriple();
    const extra = await runStatusHooks();
    return {
      ...extra,
      test_mode: true,
      is_dev_server: true,
      database,
      namespace,
      project_id: projectId,
      token,
      token_hash: hashToken(token),
      version,
      expires_in: secondsUntilMidnight(getSessionState().now()),
    };
  });
}

/** Issues the day's token for a person's browser (spec 4.2). */
export function enterSession(): Promise<string> {
  return inTurn(() => issueToken(null));
}

/**
 * Ends the session, or only a lease of it while others are open (spec 4.3). Whether it ended is told by
 * {@link session.hasToken}.
 */
export function finishSession(lease: string | null): Promise<FinishResponse> {
  return inTurn(async () => {
    checkConsistency();
    await dropExpiredLeases();
    if (lease === null) await releaseAllLeases();
    else await releaseLease(lease);
    const open = countOpenLeases();
    if (open > 0) {
      const hadToken = (await readStoredToken()) !== null;
      return { finished: true, had_token: hadToken, open_leases: open };
    }
    const hadToken = await withdrawToken();
    const extra = await runFinishHooks();
    const counted = lease === null ? {} : { open_leases: 0 };
    return { ...extra, finished: true, had_token: hadToken, ...counted };
  });
}

let watch: NodeJS.Timeout | undefined;

/**
 * Ends a session whose last lease nobody renewed: its runner was killed. The timer keeps no process
 * alive.
 */
export function watchLeases(): void {
  clearTimeout(watch);
  const expiries = [...getSessionState().leases.values()];
  if (expiries.length === 0) return;
  const wait = Math.max(0, Math.min(...expiries) - getSessionState().now().getTime());
  watch = setTimeout(() => void endAbandoned(), Math.min(wait + 10, 3_600_000));
  watch.unref();
}

async function endAbandoned(): Promise<void> {
  try {
    await inTurn(async () => {
      if (!session.isActive()) return;
      const dropped = await dropExpiredLeases();
      if (dropped === 0 || countOpenLeases() > 0 || getSessionState().heldOpen) return;
      await withdrawToken();
      getRuntime().log('[app-test] The session was ended: its last lease ran out unrenewed.');
    });
  } catch (error) {
    getRuntime().log(`[app-test] An abandoned session could not be ended yet: ${String(error)}`);
  }
  if (session.isActive()) watchLeases();
}

async function issueToken(lease: string | null): Promise<string> {
  checkConsistency();
  const token = deriveTodaysToken();
  await ensureStoredToken(token);
  if (lease === null) getSessionState().heldOpen = true;
  else await openLease(lease);
  session.setToken(token);
  watchLeases();
  return token;
}

async function withdrawToken(): Promise<boolean> {
  const existed = await deleteStoredToken();
  clearToken();
  getSessionState().heldOpen = false;
  return existed;
}
