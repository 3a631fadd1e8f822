import { AsyncLocalStorage } from 'node:async_hooks';
import { shareGlobally } from './shared-state.js';

interface SessionContext {
  session: string;
  /** The boot probe: the only caller that passes a gate not yet admitted, and that may use the probe's kind. */
  isSelfCheck: boolean;
}

const outsideRequests: SessionContext = { session: '', isSelfCheck: false };

const storage = shareGlobally(
  'app-test.session-context',
  () => new AsyncLocalStorage<SessionContext>(),
);

/** Runs a function, and everything it starts, in a session; `''` is the process session. */
export function runInSession<T>(session: string, run: () => T): T {
  return storage.run({ session, isSelfCheck: isSelfChecking() }, run);
}

/** The session that the running code belongs to; `''` is the process session. */
export function currentSession(): string {
  return (storage.getStore() ?? outsideRequests).session;
}

/** Runs the boot probe, in the process session. */
export function runAsSelfCheck<T>(run: () => T): T {
  return storage.run({ session: '', isSelfCheck: true }, run);
}

/** Whether the running code is the boot probe. */
export function isSelfChecking(): boolean {
  return (storage.getStore() ?? outsideRequests).isSelfCheck;
}

/** Returns a function that runs in the session current now, whenever it is called. */
export function bindToContext<This, Args extends unknown[], Result>(
  run: (this: This, ...args: Args) => Result,
): (this: This, ...args: Args) => Result {
  const context = storage.getStore() ?? outsideRequests;
  return function (this: This, ...args) {
    return storage.run(context, () => run.apply(this, args));
  };
}
