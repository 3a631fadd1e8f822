/** A callable that may add entries to a response (spec 4.4). It needs no argument; the session is there for those who do. */
export type Hook = (context: HookContext) => HookResult | Promise<HookResult>;

/** What a hook is told. */
export interface HookContext {
  /** Name of the session; empty is the process session. */
  session: string;
  /** Namespace of the session; null is the default namespace. */
  namespace: string | null;
}

/** What a hook may return: entries to merge into the response, or nothing. */
export type HookResult = Record<string, unknown> | null | undefined | void;

/** One session: the process's own, named by the empty text, or a named one beside it. */
export interface SessionRecord {
  name: string;
  token: string | null;
  /** The UTC day the token was derived for; null for a token that was recorded from elsewhere. */
  tokenDay: string | null;
  /** Open leases: id to expiry, in milliseconds since the epoch. */
  leases: Map<string, number>;
  /** Whether somebody without a lease opened the session, so that leases running out must not end it. */
  heldOpen: boolean;
  /** When it was opened, in milliseconds since the epoch. */
  openedAt: number;
}

/** The process's session state (spec 2.1). */
export interface SessionState {
  database: string | null;
  namespace: string | null;
  projectId: string | null;
  /** The process session, always there, and every open named one. */
  sessions: Map<string, SessionRecord>;
  statusHooks: Hook[];
  finishHooks: Hook[];
  /** The clock, for tests that cross midnight. */
  now: () => Date;
  /** The host's own say in whether this is a development server. */
  isDevServer: (() => boolean) | null;
}

// On globalThis, because hot reload and a second copy of the package must meet the same state.
const key = Symbol.for('app-test.session.v2');
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

/** The state of a process that nobody activated. */
export function createState(): SessionState {
  return {
    database: null,
    namespace: null,
    projectId: null,
    sessions: createSessions(),
    statusHooks: [],
    finishHooks: [],
    now: () => new Date(),
    isDevServer: null,
  };
}

/** No session but the process's own, without a token. */
function createSessions(): Map<string, SessionRecord> {
  return new Map([['', createRecord('', 0)]]);
}

/** A session without token and leases. */
export function createRecord(name: string, openedAt: number): SessionRecord {
  return { name, token: null, tokenDay: null, leases: new Map(), heldOpen: false, openedAt };
}
