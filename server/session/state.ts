/** A zero-argument callable that may add entries to a response (spec 4.4). */
export type Hook = () => HookResult | Promise<HookResult>;

/** What a hook may return: entries to merge into the response, or nothing. */
export type HookResult = Record<string, unknown> | null | undefined | void;

/** The process's session state (spec 2.1). */
export interface SessionState {
  database: string | null;
  namespace: string | null;
  projectId: string | null;
  token: string | null;
  /** The UTC day the token was derived for; null for a token that was recorded from elsewhere. */
  tokenDay: string | null;
  statusHooks: Hook[];
  finishHooks: Hook[];
  /** Open leases: id to expiry, in milliseconds since the epoch. */
  leases: Map<string, number>;
  /** Whether somebody without a lease opened the session, so that leases running out must not end it. */
  heldOpen: boolean;
  /** The clock, for tests that cross midnight. */
  now: () => Date;
  /** The host's own say in whether this is a development server. */
  isDevServer: (() => boolean) | null;
}

// On globalThis, because hot reload and a second copy of the package must meet the same state.
const key = Symbol.for('app-test.session.v1');
const holder = globalThis as { [key]?: SessionState };

/** The one session state of this process. */
export function getSessionState(): SessionState {
  holder[key] ??= createState();
  return holder[key];
}

/** Clears everything, hooks included (spec 2.1.4). */
export function clearSessionState(): void {
  Object.assign(getSessionState(), createState());
}

function createState(): SessionState {
  return {
    database: null,
    namespace: null,
    projectId: null,
    token: null,
    tokenDay: null,
    statusHooks: [],
    finishHooks: [],
    leases: new Map(),
    heldOpen: false,
    now: () => new Date(),
    isDevServer: null,
  };
}
