import { AppTestError, finishKeys, statusKeys } from '../protocol/index.js';
import { runInSession } from './redirect/index.js';
import { readNamespace } from './session/sessions.js';
import { getSessionState, type Hook } from './session/state.js';
import { withinTime } from './within-time.js';

/**
 * Registers a callable that runs inside every status call, after the token is issued; a mapping that it
 * returns is merged into the response (spec 4.4). Lost on `session.reset()`.
 *
 * @example
 * ```ts
 * registerStatusHook(() => ({ commit: process.env.GIT_COMMIT }));
 * ```
 */
export function registerStatusHook(hook: Hook): void {
  getSessionState().statusHooks.push(requireFunction('registerStatusHook', hook));
}

/**
 * Registers a callable that runs inside every finish call that ends the session; a mapping that it
 * returns is merged into the response (spec 4.4). Lost on `session.reset()`.
 */
export function registerFinishHook(hook: Hook): void {
  getSessionState().finishHooks.push(requireFunction('registerFinishHook', hook));
}

/** Runs the status hooks in registration order; later ones win on conflicting keys (spec 4.1). */
export function runStatusHooks(session: string): Promise<Record<string, unknown>> {
  return runHooks('status', session, getSessionState().statusHooks, statusKeys);
}

/** Runs the finish hooks, as {@link runStatusHooks} (spec 4.3). */
export function runFinishHooks(session: string): Promise<Record<string, unknown>> {
  return runHooks('finish', session, getSessionState().finishHooks, finishKeys);
}

async function runHooks(
  kind: string,
  session: string,
  hooks: readonly Hook[],
  reserved: readonly string[],
): Promise<Record<string, unknown>> {
  const merged = new Map<string, unknown>();
  // A copy: a hook that registers another one adds it for the next call.
  for (const [index, hook] of [...hooks].entries()) {
    const position = `${kind} hook ${index + 1} of ${hooks.length}`;
    for (const [key, value] of await runHook(position, session, hook)) {
      if (reserved.includes(key)) {
        throw new AppTestError({
          code: 'HOOK_RESERVED_KEY',
          message: `The ${position} returned '${key}', which is one of the response's own keys.`,
          next: 'Return it under another name.',
          status: 500,
        });
      }
      merged.set(key, value);
    }
  }
  return Object.fromEntries(merged);
}

async function runHook(
  position: string,
  session: string,
  hook: Hook,
): Promise<[string, unknown][]> {
  try {
    const context = { session, namespace: readNamespace(session) };
    // In the session, so that what a hook reads and writes is that session's.
    const result: unknown = await withinTime(
      runInSession(session, async () => hook(context)),
      timeLimitMs,
    );
    if (result === undefined || result === null) return [];
    if (typeof result !== 'object' || Array.isArray(result)) {
      throw new TypeError(`it returned ${typeof result}, not an object of entries`);
    }
    // Serialised here, so that a value that JSON can't hold is blamed on the hook that returned it.
    return Object.entries(JSON.parse(JSON.stringify(result)) as object);
  } catch (cause) {
    throw new AppTestError({
      code: 'HOOK_FAILED',
      message: `The ${position} failed: ${cause instanceof Error ? cause.message : String(cause)}.`,
      next: position.startsWith('status')
        ? 'The session stays as it was issued.'
        : 'The session has ended all the same.',
      cause,
      status: 500,
    });
  }
}

/** A hook that never settles would keep every later status and finish waiting. */
const timeLimitMs = 10_000;

function requireFunction(owner: string, hook: unknown): Hook {
  if (typeof hook === 'function') return hook as Hook;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `${owner}() takes a function, not ${typeof hook}.`,
  });
}
