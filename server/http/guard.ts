import type { IncomingMessage } from 'node:http';
import { AppTestError, tokenCookieName } from '../../protocol/index.js';
import { isDevServer } from '../dev-server.js';
import { readTokenCookies } from './token-cookie.js';

/**
 * The production guard (spec 1, safety mechanism 7): where the process is not activated, any request
 * that carries the token cookie is refused, so that a test's writes never reach live data.
 *
 * @throws {AppTestError} `PRODUCTION_GUARD` on a server that is no development server, `NOT_ACTIVATED`
 * on one that was started without test mode.
 */
export function checkGuard(request: IncomingMessage): void {
  if (readTokenCookies(request.headers.cookie).length === 0) return;
  if (!isDevServer()) {
    throw new AppTestError({
      code: 'PRODUCTION_GUARD',
      message: `The request carries the cookie ${tokenCookieName}, and this server is not in dev mode.`,
      next: "Point the tests at a test server, or clear this host's cookies in the browser.",
    });
  }
  throw new AppTestError({
    code: 'NOT_ACTIVATED',
    message: `The request carries the cookie ${tokenCookieName}, and this server is not in test mode: activate() was not called.`,
    next: "Restart it with APP_TEST=1, or clear this host's cookies in the browser.",
  });
}
