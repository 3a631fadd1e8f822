import {
  type FinishResponse,
  hashToken,
  type StatusResponse,
  version,
} from '../../protocol/index.js';
import { checkConsistency } from '../consistency.js';
import { runFinishHooks, runStatusHooks } from '../hooks.js';
import { getRuntime } from '../runtime.js';
import {
  deriveTokenAt,
  ensureSession,
  findSession,
  issueTokenAt,
  readNamespace,
} from '../session/sessions.js';
import { getSessionState, type SessionRecord } from '../session/state.js';
import { secondsUntilMidnight, utcDay } from '../session/token.js';
import { requireTriple } from '../session/triple.js';
import { endSession } from './end-session.js';
import { inTurn } from './in-turn.js';
import {
  countOpenLeases,
  createLease,
  dropExpiredLeases,
  releaseAllLeases,
  releaseLease,
} from './leases.js';
import { watchLeases } from './lease-watch.js';
import { openFilled, type SessionSource } from './new-session.js';
import { releaseBelow } from './release-below.js';
import { readStoredToken, writeSession } from './session-store.js';

/** A session, and on whose behalf something is done to it. */
export interface Lessee {
  /** Empty is the process session. */
  session: string;
  /** Null for a caller without a lease. */
  lease: string | null;
}

/** What status was called for. */
export interface SessionCall extends Lessee, SessionSource {}

/** Issues the day's token, opens or renews a lease, and describes the session (spec 4.1). */
export function openSession(call: SessionCall): Promise<StatusResponse> {
  return inTurn(call.session, async () => {
    const { token, moment } = await openFilled(call.session, call, () => issueToken(call));
    const extra = await runStatusHooks(call.session);
    return {
      ...extra,
      test_mode: true,
      is_dev_server: true,
      ...describeSession(call.session),
      token,
      token_hash: hashToken(token),
      version,
      expires_in: secondsUntilMidnight(moment),
      ...(call.lease === null ? {} : { lease_seconds: getRuntime().leaseSeconds }),
    };
  });
}

/** Issues the day's token for a person's browser (spec 4.2). */
export function enterSession(session: string): Promise<string> {
  return inTurn(session, async () => {
    const source = { from: null, baseline: null, isEmpty: false };
    const issued = await openFilled(session, source, () => issueToken({ session, lease: null }));
    return issued.token;
  });
}

/**
 * Ends a session, or only a lease of it while others are open (spec 4.3).
 *
 * @param onEnded Called when the session has ended, before the finish hooks run.
 */
export function finishSession(
  { session, lease }: Lessee,
  onEnded: () => void,
): Promise<FinishResponse> {
  return inTurn(session, async () => {
    checkConsistency();
    if (session === '' && lease !== null) await releaseBelow(lease);
    const record = findSession(session);
    const open = record === undefined ? 0 : await release(record, lease);
    if (open > 0) {
      const hadToken = (await readStoredToken(session)) !== null;
      return { finished: true, had_token: hadToken, open_leases: open };
    }
    const hadToken = await endSession(session);
    onEnded();
    const extra = await runFinishHooks(session);
    const counted = lease === null ? {} : { open_leases: 0 };
    return { ...extra, finished: true, had_token: hadToken, ...counted };
  });
}

interface IssuedToken {
  token: string;
  /** The moment whose day the token is of. */
  moment: Date;
}

async function issueToken({ session, lease: id }: Lessee): Promise<IssuedToken> {
  checkConsistency();
  const { now } = getSessionState();
  for (;;) {
    const moment = now();
    const token = deriveTokenAt(session, moment);
    const lease = id === null ? null : createLease(id);
    const isNew = findSession(session) === undefined;
    const opened = isNew ? { name: session, openedAt: moment.getTime() } : null;
    await writeSession(session, { token, lease, opened });
    const record = ensureSession(session);
    if (lease === null) record.heldOpen = true;
    else record.leases.set(lease.id, lease.expiresAt);
    issueTokenAt(record, moment);
    // Midnight may have passed while the Datastore was asked.
    if (utcDay(now()) !== utcDay(moment)) continue;
    watchLeases();
    return { token, moment };
  }
}

async function release(record: SessionRecord, lease: string | null): Promise<number> {
  await dropExpiredLeases(record);
  if (lease === null) await releaseAllLeases(record);
  else await releaseLease(record, lease);
  return countOpenLeases(record);
}

function describeSession(
  session: string,
): Pick<StatusResponse, 'database' | 'namespace' | 'project_id' | 'session'> {
  const { database, projectId } = requireTriple();
  return {
    database,
    namespace: readNamespace(session),
    project_id: projectId,
    ...(session === '' ? {} : { session }),
  };
}
