import type { Handler } from '../handler.js';
import { checkGuard } from '../http/guard.js';
import { isAdmitted } from '../http/check-request.js';
import { installInterceptor } from '../http/interceptor.js';
import { refuse } from '../http/refuse.js';
import { session } from '../session/session.js';
import { serveContainer } from './serve-container.js';

/**
 * The production guard, for every environment: a process that is not activated answers 403 to any request
 * that carries the token cookie (spec 1, safety mechanism 7).
 *
 * @example
 * ```ts
 * app.use(protect()); // before every other middleware
 * ```
 */
export function protect(): Handler {
  // Routes mounted before it, and upgrades, which no middleware sees.
  installInterceptor(serveContainer);
  return (request, response, next) => {
    try {
      if (!session.isActive() && !isAdmitted(request)) checkGuard(request);
    } catch (error) {
      refuse(request, response, error);
      return;
    }
    next();
  };
}
