export { bindEmitter } from './bind-emitter.js';
export { probeKind, sessionKind } from './hidden-kinds.js';
export { isHiddenKey } from './hidden-kinds.js';
export { installRedirect } from './install.js';
export { decodeNamespace, encodeNamespace, type NamespaceParts } from './namespace-encoding.js';
export { mapKeys } from './map-keys.js';
export { currentSession, runInSession } from './session-context.js';
export type { EntityMessage, KeyMessage, ResponseMessage } from './messages.js';
export type {
  CallTargetOptions,
  OpenOptions,
  Redirect,
  RedirectAddress,
  RedirectState,
  RedirectTarget,
} from './types.js';
export { parseHost } from './target-client.js';
export {
  forgetNamespaces,
  keepNamespaces,
  listUsedNamespaces,
  rememberNamespace,
  setNamespaceKeeper,
} from './used-namespaces.js';
