import { format } from 'node:util';
import { currentSession } from '../redirect/index.js';
import { getRuntime } from '../runtime.js';
import { session } from '../session/session.js';
import { findSession, listSessions, readToken } from '../session/sessions.js';
import { LogBuffer } from './log-buffer.js';

const mostSessions = 200;

/**
 * Hands a line of the app's own logger to app-test, which keeps the last ones of each session for the test that fails: an
 * opt-in for `captureLogs`. Outside test mode it does nothing. Tokens are blacked out.
 *
 * @example
 * ```ts
 * logger.on('data', (entry) => logLine(entry.message));
 * ```
 */
export function logLine(text: string): void {
  const { logs } = getRuntime();
  if (logs === undefined || !session.isActive()) return;
  const name = currentSession();
  // What work of an ended session logs is nobody's, least of all that of the next session of its name.
  if (findSession(name) === undefined) return;
  let buffer = logs.get(name);
  if (buffer === undefined) {
    logs.set(name, (buffer = new LogBuffer()));
    if (logs.size > mostSessions) logs.delete(logs.keys().next().value!);
  }
  for (const line of hideTokens(format(text)).split(/\r?\n/)) buffer.add(line);
}

/** What a session's code has logged; null where logs are not captured. */
export function readLogs(name: string): { lines: string[] | null; truncated: boolean } {
  const { logs } = getRuntime();
  if (logs === undefined) return { lines: null, truncated: false };
  const buffer = logs.get(name);
  return { lines: [...(buffer?.lines ?? [])], truncated: buffer?.truncated ?? false };
}

/** Whoever logs a request's headers logs its cookie. */
function hideTokens(text: string): string {
  let hidden = text.replace(/app-test-token=[^;\s"',]*/g, 'app-test-token=[redacted]');
  for (const record of listSessions()) {
    const token = readToken(record);
    if (token !== null) hidden = hidden.replaceAll(token, '[redacted]');
  }
  return hidden;
}
