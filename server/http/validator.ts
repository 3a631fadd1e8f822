import { AppTestError, type BootstrapName } from '../../protocol/index.js';
import { checkConsistency } from '../consistency.js';
import { isProductionServer } from '../dev-server.js';
import type { HandlerRequest } from '../handler.js';
import { getRuntime } from '../runtime.js';
import { session } from '../session/session.js';
import { checkGuard } from './guard.js';
import { classifyBootstrap, rawPath } from './request-path.js';
import { checkToken } from './token-check.js';

/** What the check says of a request that it does not refuse. */
export type Admission =
  /** A bootstrap endpoint, which makes its own checks. */
  | { kind: 'bootstrap'; name: BootstrapName }
  /** A request of a session; the empty name is the process session. */
  | { kind: 'session'; session: string }
  /** A request to a process that is not activated, without our cookie; or one to the embedded Datastore. */
  | { kind: 'unguarded' };

/**
 * Decides on a request: the validator where the process is activated, the guard elsewhere.
 *
 * @throws {AppTestError} The reason for which it is refused.
 */
export function admitRequest(request: HandlerRequest): Admission {
  if (isDatastoreConnection(request.socket)) return { kind: 'unguarded' };
  const { phase } = getRuntime();
  if (!session.isActive()) {
    // On a production server test mode is refused; its own traffic goes on, behind the guard.
    if ((phase === 'activating' || phase === 'failed') && !isProductionServer()) {
      throw createNotReady(phase);
    }
    checkGuard(request);
    return { kind: 'unguarded' };
  }
  const name = classifyBootstrap(rawPath(request));
  if (name !== undefined) return { kind: 'bootstrap', name };
  checkConsistency();
  if (isPreflight(request)) {
    if (getRuntime().corsPreflight === 'pass') return { kind: 'session', session: '' };
    throw createPreflightRefusal();
  }
  return { kind: 'session', session: checkToken(request) };
}

// The embedded Datastore is a server of this process, and the target of the very client that is moved.
const datastoreMark = Symbol.for('app-test.datastore-connection');

function isDatastoreConnection(socket: object | undefined): boolean {
  return socket !== undefined && Reflect.get(socket, datastoreMark) === true;
}

function isPreflight({ method, headers }: HandlerRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

function createPreflightRefusal(): AppTestError {
  return new AppTestError({
    code: 'CORS_PREFLIGHT',
    message: 'The request is a CORS preflight, which never carries a cookie.',
    next:
      "Set the option corsPreflight: 'pass' to hand preflights to the application, or serve the " +
      "front end through a dev server's proxy so that there is one origin.",
  });
}

function createNotReady(phase: 'activating' | 'failed'): AppTestError {
  return new AppTestError({
    code: 'NOT_ACTIVATED',
    message:
      phase === 'failed'
        ? 'The server is not in test mode: its activation failed.'
        : 'The server is not in test mode yet: activate() has not finished.',
    next: "The server's own output says why. Await setup() or activate() before it listens.",
  });
}
