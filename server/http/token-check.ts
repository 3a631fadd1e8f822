import type { IncomingMessage } from 'node:http';
import { AppTestError, tokenCookieName } from '../../protocol/index.js';
import { countOpenLeases } from '../config/leases.js';
import { deriveYesterdaysToken, listSessions, readToken } from '../session/sessions.js';
import { getSessionState, type SessionRecord } from '../session/state.js';
import { secondsSinceMidnight } from '../session/token.js';
import { readTokenCookies } from './token-cookie.js';
import { digestToken, equalDigests } from './token-digest.js';

// A runner renews its cookies after midnight; a request that left before must not be lost.
const graceSeconds = 60;

/**
 * Finds the session whose token a request carries; refuses it otherwise, each reason with its own code (spec 5.1).
 *
 * @returns The session's name; empty is the process session.
 * @throws {AppTestError} `NO_TOKEN_ISSUED`, `TOKEN_MISSING`, `TOKEN_DUPLICATE`, `TOKEN_EXPIRED` or `TOKEN_INVALID`.
 */
export function checkToken(request: IncomingMessage): string {
  const open = listSessions().filter((record) => readToken(record) !== null);
  if (open.length === 0) {
    throw new AppTestError({
      code: 'NO_TOKEN_ISSUED',
      message: 'The request was refused: no session token has been issued yet.',
      next: 'Call POST /_test/config/status, or open /_test/config/enter in a browser.',
    });
  }
  const presented = digestToken(readSingleCookie(request));
  const today = open.find((record) => matches(presented, readToken(record)!));
  if (today !== undefined) return today.name;
  const yesterday = listSessions().find(({ name }) =>
    matches(presented, deriveYesterdaysToken(name)),
  );
  if (yesterday !== undefined) {
    if (isGraceAfterMidnight(yesterday)) return yesterday.name;
    throw createExpired();
  }
  throw new AppTestError({
    code: 'TOKEN_INVALID',
    message: `The request was refused: its cookie ${tokenCookieName} is not the token of an open session.`,
    next: 'Its session may have ended, or it belongs to another server on this host. Start the session again.',
  });
}

function readSingleCookie(request: IncomingMessage): string {
  const values = readTokenCookies(request.headers.cookie);
  const [value] = values;
  if (value === undefined) {
    throw new AppTestError({
      code: 'TOKEN_MISSING',
      message: `The request was refused: it does not carry the cookie ${tokenCookieName}.`,
      next: 'Use the fixtures of app-test, or open /_test/config/enter in a browser.',
    });
  }
  if (values.length === 1) return value;
  throw new AppTestError({
    code: 'TOKEN_DUPLICATE',
    message: `The request was refused: it carries the cookie ${tokenCookieName} ${values.length} times.`,
    next: 'Clear the cookies of this host, then start the session again.',
  });
}

// For leased sessions only: everybody else's token ends at midnight, as specified (spec 8).
function isGraceAfterMidnight(record: SessionRecord): boolean {
  if (readToken(record) === null || countOpenLeases(record) === 0) return false;
  return secondsSinceMidnight(getSessionState().now()) < graceSeconds;
}

function createExpired(): AppTestError {
  return new AppTestError({
    code: 'TOKEN_EXPIRED',
    message: `The request was refused: its cookie ${tokenCookieName} expired at UTC midnight.`,
    next: 'Start the session again: call POST /_test/config/status, or open /_test/config/enter.',
  });
}

function matches(presented: Buffer, token: string): boolean {
  return equalDigests(presented, digestToken(token));
}
