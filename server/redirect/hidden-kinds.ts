import type { KeyMessage } from './messages.js';

/** The kind of the boot probe. */
export const probeKind = 'app-test-probe';

/** The kind of token entities, leases and open sessions. */
export const sessionKind = 'app-test-session';

// A kind that nobody can write, for each of ours: asked for it instead, Datastore truly finds nothing.
const decoys: ReadonlyMap<string, string> = new Map(
  [probeKind, sessionKind].map((kind) => [kind, `${kind}-nothing`]),
);
const kindsOfDecoys = new Map([...decoys].map(([kind, decoy]) => [decoy, kind]));
const hiddenKinds: ReadonlySet<string> = new Set([...decoys].flat());

/** The kind to ask for in place of a given one: another only if it is ours. */
export function decoyOf(kind: string): string {
  return decoys.get(kind) ?? kind;
}

/** A key that Datastore finds missing in place of one of ours; the same object if it is not ours. */
export function replaceHiddenKey(key: KeyMessage): KeyMessage {
  return isHiddenKey(key) ? mapKinds(key, decoys) : key;
}

/** The reverse of {@link replaceHiddenKey}. */
export function restoreHiddenKey(key: KeyMessage): KeyMessage {
  return isHiddenKey(key) ? mapKinds(key, kindsOfDecoys) : key;
}

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

function mapKinds(key: KeyMessage, kinds: ReadonlyMap<string, string>): KeyMessage {
  const path = (key.path ?? []).map((element) => ({
    ...element,
    kind: kinds.get(element.kind ?? '') ?? element.kind ?? '',
  }));
  return { ...key, path };
}
