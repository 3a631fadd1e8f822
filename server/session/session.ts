import { AppTestError, hashToken, quoteValue } from '../../protocol/index.js';
import { requireDevServer } from '../dev-server.js';
import { getProcessSession, readToken, recordToken } from './sessions.js';
import { clearSessionState, getSessionState } from './state.js';
import { type ActivationTriple, requireTriple } from './triple.js';

const resetListeners = new Set<() => void>();

/**
 * The session state of this process: queries for anybody, changes for activation and for tests
 * (spec 2.1).
 *
 * @example
 * ```ts
 * import { session } from 'app-test/server';
 * if (session.isActive()) console.log(`Test database ${session.database()}`);
 * ```
 */
export const session = {
  /** Whether the process is activated. */
  isActive: (): boolean => getSessionState().database !== null,
  /** Whether a token is set. */
  hasToken: (): boolean => session.token() !== null,
  /** The target database; null when not activated. */
  database: (): string | null => getSessionState().database,
  /** The project id; null when not activated. */
  projectId: (): string | null => getSessionState().projectId,
  /** The namespace; null is the default namespace, or not activated. */
  namespace: (): string | null => getSessionState().namespace,
  /** Today's token; null when none is issued. Rotates by itself at UTC midnight (spec 8). */
  token: (): string | null => readToken(getProcessSession()),
  /** Lowercase hexadecimal SHA-256 of the token; null when none is issued. */
  tokenHash(): string | null {
    const token = session.token();
    return token === null ? null : hashToken(token);
  },
  /**
   * Records what the process is activated for. Does nothing for the triple it already has.
   *
   * @throws {AppTestError} `ACTIVATION_CONFLICT` for another triple (spec 2.1.2); `NOT_DEV_SERVER`;
   * `OPTION_INVALID` without database or project id.
   */
  setActive({ database, namespace, projectId }: ActivationTriple): void {
    requireDevServer('activate()');
    requireText('database', database);
    requireText('projectId', projectId);
    const triple = { database, namespace: namespace || null, projectId };
    checkActivationConflict(triple);
    Object.assign(getSessionState(), triple);
  },
  /**
   * Records a token.
   *
   * @throws {AppTestError} `NOT_ACTIVATED` before activation (spec 2.1.3).
   */
  setToken(token: string): void {
    const state = getSessionState();
    if (state.database === null) {
      throw new AppTestError({
        code: 'NOT_ACTIVATED',
        message: 'A token can be recorded only after activation.',
        next: 'Await activate() first.',
      });
    }
    requireText('token', token);
    recordToken(getProcessSession(), token);
  },
  /** Clears all state and both hook lists, and closes the redirect. For tests only (spec 2.1.4). */
  reset(): void {
    clearSessionState();
    for (const listener of resetListeners) listener();
  },
};

/** Runs something whenever the session is reset. */
export function onSessionReset(listener: () => void): void {
  resetListeners.add(listener);
}

/** Refuses a triple other than the one this process is activated for, naming both. */
export function checkActivationConflict(triple: ActivationTriple): void {
  const state = getSessionState();
  if (state.database === null) return;
  const held = describeTriple(requireTriple());
  const wanted = describeTriple({ ...triple, namespace: triple.namespace || null });
  if (held === wanted) return;
  throw new AppTestError({
    code: 'ACTIVATION_CONFLICT',
    message: `This process is already activated for ${held}; it can't be activated for ${wanted}.`,
    next: 'Activate once per process, or restart it with the other values.',
    details: { held, wanted },
  });
}

function describeTriple({ database, namespace, projectId }: ActivationTriple): string {
  const shown = namespace === null ? 'the default namespace' : `namespace '${namespace}'`;
  return `(database '${database}', ${shown}, project '${projectId}')`;
}

function requireText(name: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `${name} must be a text that is not empty, not ${quoteValue(value)}.`,
  });
}
