import { applyWrappers, type Patch } from './patch.js';
import { bindToContext } from './session-context.js';

/**
 * Binds the streams of `DatastoreRequest` to the session that created them: they send their RPC only when somebody
 * reads, which may be in another request.
 */
export function patchStreams(prototype: Record<string, unknown>): Patch {
  const wrappers = new Map<string, unknown>();
  for (const method of ['runQueryStream', 'createReadStream']) {
    const original = prototype[method];
    if (typeof original !== 'function') continue;
    wrappers.set(method, function (this: object, ...args: unknown[]): unknown {
      const stream = original.apply(this, args) as { _read: (size: number) => void };
      stream._read = bindToContext(stream._read);
      return stream;
    });
  }
  return applyWrappers(prototype, wrappers);
}
