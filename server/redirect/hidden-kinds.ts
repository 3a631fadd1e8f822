import type { KeyMessage } from './messages.js';

/** The kind of the boot probe. */
export const probeKind = 'app-test-probe';

/** The kind of token entities, leases and open sessions. */
export const sessionKind = 'app-test-session';

/** A kind that nobody can write: a query for one of ours asks for it instead, and finds nothing. */
export const emptyKind = 'app-test-nothing';

const hiddenKinds: ReadonlySet<string> = new Set([probeKind, sessionKind, emptyKind]);

/** Whether a kind belongs to app-test and is not for the app's eyes. */
export function isHiddenKind(kind: unknown): boolean {
  return typeof kind === 'string' && hiddenKinds.has(kind);
}

/** Whether a key belongs to app-test: an entity of ours, one below it, or its entry in `__kind__` and `__property__`. */
export function isHiddenKey(key: KeyMessage | null | undefined): boolean {
  return (key?.path ?? []).some(
    (element) =>
      isHiddenKind(element?.kind) || (element?.kind === '__kind__' && isHiddenKind(element.name)),
  );
}
