import type { IncomingMessage } from 'node:http';
import { AppTestError, tokenCookieName } from '../../protocol/index.js';
import { hasOpenLease } from '../config/leases.js';
import { requireTriple, session } from '../session/session.js';
import { getSessionState } from '../session/state.js';
import { deriveToken, secondsSinceMidnight, utcDayBefore } from '../session/token.js';
import { equalInConstantTime, readTokenCookies } from './token-cookie.js';

// A runner renews its cookies after midnight; a request that left before must not be lost.
const graceSeconds = 60;

/**
 * Refuses a request that does not carry the session's token, each reason with its own code (spec 5.1).
 *
 * @throws {AppTestError} `NO_TOKEN_ISSUED`, `TOKEN_MISSING`, `TOKEN_DUPLICATE`, `TOKEN_EXPIRED` or
 * `TOKEN_INVALID`.
 */
export function checkToken(request: IncomingMessage): void {
  const token = session.token();
  if (token === null) {
    throw new AppTestError({
      code: 'NO_TOKEN_ISSUED',
      message: 'The request was refused: no session token has been issued yet.',
      next: 'Call POST /_test/config/status, or open /_test/config/enter in a browser.',
    });
  }
  const values = readTokenCookies(request.headers.cookie);
  const [value] = values;
  if (value === undefined) {
    throw new AppTestError({
      code: 'TOKEN_MISSING',
      message: `The request was refused: it does not carry the cookie ${tokenCookieName}.`,
      next: 'Use the fixtures of app-test, or open /_test/config/enter in a browser.',
    });
  }
  if (values.length > 1) {
    throw new AppTestError({
      code: 'TOKEN_DUPLICATE',
      message: `The request was refused: it carries the cookie ${tokenCookieName} ${values.length} times.`,
      next: 'Clear the cookies of this host, then start the session again.',
    });
  }
  if (equalInConstantTime(value, token)) return;
  if (isYesterdaysToken(value)) {
    if (isGraceAfterMidnight()) return;
    throw new AppTestError({
      code: 'TOKEN_EXPIRED',
      message: `The request was refused: its cookie ${tokenCookieName} expired at UTC midnight.`,
      next: 'Start the session again: call POST /_test/config/status, or open /_test/config/enter.',
    });
  }
  throw new AppTestError({
    code: 'TOKEN_INVALID',
    message: `The request was refused: its cookie ${tokenCookieName} is not this session's token.`,
    next: 'It may belong to another server on this host. Start the session again.',
  });
}

function isYesterdaysToken(value: string): boolean {
  const yesterday = utcDayBefore(getSessionState().now());
  return equalInConstantTime(value, deriveToken(requireTriple(), yesterday));
}

// For leased sessions only: everybody else's token ends at midnight, as specified (spec 8).
function isGraceAfterMidnight(): boolean {
  return secondsSinceMidnight(getSessionState().now()) < graceSeconds && hasOpenLease();
}
