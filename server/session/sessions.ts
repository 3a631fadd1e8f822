import { encodeNamespace } from '../redirect/index.js';
import { createRecord, getSessionState, type SessionRecord } from './state.js';
import { deriveToken, utcDay, utcDayBefore } from './token.js';
import { requireTriple } from './triple.js';

/** The session of requests without a name, and of work that belongs to no request. */
export function getProcessSession(): SessionRecord {
  return getSessionState().sessions.get('')!;
}

/** A session that is open; `undefined` for a name that nobody opened. */
export function findSession(name: string): SessionRecord | undefined {
  return getSessionState().sessions.get(name);
}

/** Every session, the process's own first. */
export function listSessions(): SessionRecord[] {
  return [...getSessionState().sessions.values()];
}

/** The session of a name, opened where there is none. */
export function ensureSession(name: string): SessionRecord {
  const { sessions, now } = getSessionState();
  const held = sessions.get(name);
  if (held !== undefined) return held;
  const record = createRecord(name, now().getTime());
  sessions.set(name, record);
  return record;
}

/** Takes a session away; the process's own only loses its token. */
export function closeSession(record: SessionRecord): void {
  record.token = null;
  record.tokenDay = null;
  record.heldOpen = false;
  if (record.name !== '') getSessionState().sessions.delete(record.name);
}

/** A session's token for the day of a moment, whether or not it is issued. */
export function deriveTokenAt(name: string, moment: Date): string {
  return deriveSessionToken(name, utcDay(moment));
}

/** A session's token of yesterday. */
export function deriveYesterdaysToken(name: string): string {
  return deriveSessionToken(name, utcDayBefore(getSessionState().now()));
}

/** The issued token of a session; rotates by itself at UTC midnight (spec 8). */
export function readToken(record: SessionRecord): string | null {
  if (record.token === null || record.tokenDay === null) return record.token;
  const today = utcDay(getSessionState().now());
  if (record.tokenDay !== today) {
    record.token = deriveSessionToken(record.name, today);
    record.tokenDay = today;
  }
  return record.token;
}

/** Issues the token of a moment's day. */
export function issueTokenAt(record: SessionRecord, moment: Date): void {
  record.token = deriveTokenAt(record.name, moment);
  record.tokenDay = utcDay(moment);
}

/** Records a token from elsewhere; today's own rotates, any other stays as it is. */
export function recordToken(record: SessionRecord, token: string): void {
  const moment = getSessionState().now();
  record.token = token;
  record.tokenDay = token === deriveTokenAt(record.name, moment) ? utcDay(moment) : null;
}

/** The namespace a session's data is in, when the app names none; null is the default one. */
export function readNamespace(name: string): string | null {
  const { namespace } = requireTriple();
  return encodeNamespace({ namespace, session: name, appDatabase: '', appNamespace: '' }) || null;
}

function deriveSessionToken(session: string, day: string): string {
  return deriveToken({ ...requireTriple(), session }, day);
}
