import { isStandIn } from './bundled-classes.js';
import type { RpcHandler } from './client-copy.js';
import { applyWrappers, type Patch } from './patch.js';
import { bindToContext } from './session-context.js';

type PrepareRequest = (config: object, callback: (error: unknown) => void) => void;

/** Wraps what `Datastore` and `Transaction` inherit from `DatastoreRequest`. */
export function patchRequests(prototype: Record<string, unknown>, handler: RpcHandler): Patch {
  const wrappers = new Map<string, unknown>();
  for (const method of ['runQueryStream', 'createReadStream']) {
    const original = prototype[method];
    if (typeof original === 'function') wrappers.set(method, wrapStream(original));
  }
  const prepare = prototype.prepareGaxRequest_;
  if (typeof prepare === 'function') {
    wrappers.set('prepareGaxRequest_', wrapPreparation(prepare as PrepareRequest, handler));
  }
  return applyWrappers(prototype, wrappers);
}

/** Binds a stream to the session that created it: it sends its RPC when somebody reads, perhaps in another request. */
function wrapStream(original: Function): unknown {
  return function (this: object, ...args: unknown[]): unknown {
    const stream = original.apply(this, args) as { _read: (size: number) => void };
    stream._read = bindToContext(stream._read);
    return stream;
  };
}

/**
 * Waits before the client looks for a project id: without one configured that fails within a second, while activation
 * may yet configure one.
 */
function wrapPreparation(original: PrepareRequest, handler: RpcHandler): PrepareRequest {
  return function (this: object, config, callback) {
    const admitted = isStandIn(this) ? undefined : handler.whenAdmitted();
    const prepare = (): void => original.call(this, config, callback);
    if (admitted === undefined) prepare();
    else void prepareLater(admitted, prepare, callback);
  };
}

async function prepareLater(
  admitted: Promise<void>,
  prepare: () => void,
  callback: (error: unknown) => void,
): Promise<void> {
  try {
    await admitted;
    prepare();
  } catch (error) {
    setImmediate(callback, error);
  }
}
