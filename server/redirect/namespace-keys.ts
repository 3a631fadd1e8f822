import { type CallScope, encodeAppNamespace } from './call-scope.js';
import type { KeyMessage, PathElementMessage } from './messages.js';
import { decodeNamespace } from './namespace-encoding.js';

// `__namespace__` queries return a key per namespace: its name, or the id 1 for the default one.
// https://cloud.google.com/datastore/docs/concepts/metadataqueries#namespace_queries
const namespaceKind = '__namespace__';

/** Whether a key stands for a namespace rather than for an entity. */
export function isNamespaceKey(key: KeyMessage | null | undefined): boolean {
  return key?.path?.length === 1 && key.path[0]?.kind === namespaceKind;
}

/** Makes a key of the app's that stands for a namespace stand for the one in the target. */
export function mapNamespaceKey(scope: CallScope, key: KeyMessage): KeyMessage {
  if (!isNamespaceKey(key)) return key;
  const name = key.path![0]!.name ?? '';
  return { ...key, path: [createElement(encodeAppNamespace(scope, scope.appDatabase, name))] };
}

/** The reverse of {@link mapNamespaceKey}. */
export function unmapNamespaceKey(scope: CallScope, key: KeyMessage): KeyMessage {
  if (!isNamespaceKey(key)) return key;
  const parts = decodeNamespace(key.path![0]!.name ?? '');
  return parts === undefined ? key : { ...key, path: [createElement(parts.appNamespace)] };
}

/** Whether a key stands for a namespace of the target that is not the session's, in the database that the app addressed. */
export function isForeignNamespace(scope: CallScope, key: KeyMessage | null | undefined): boolean {
  if (!isNamespaceKey(key)) return false;
  const parts = decodeNamespace(key?.path?.[0]?.name ?? '');
  return (
    parts?.namespace !== scope.target.namespace ||
    parts.session !== scope.session ||
    parts.appDatabase !== scope.appDatabase
  );
}

function createElement(name: string): PathElementMessage {
  return name === ''
    ? { kind: namespaceKind, id: '1', idType: 'id' }
    : { kind: namespaceKind, name, idType: 'name' };
}
