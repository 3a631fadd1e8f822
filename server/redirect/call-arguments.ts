import type { CallOptions } from './call-options.js';
import type { RpcCallback, RpcPromise } from './upstream.js';

/** Tells options and callback apart, as the generated client does. */
export function readArguments(
  optionsOrCallback: object | RpcCallback | undefined,
  callback: RpcCallback | undefined,
): { options: CallOptions; callback: RpcCallback | undefined } {
  if (typeof optionsOrCallback === 'function' && callback === undefined) {
    return { options: {}, callback: optionsOrCallback as RpcCallback };
  }
  return { options: { ...optionsOrCallback }, callback };
}

/** Gives a result as the generated client does: to the callback if there is one, else as a promise. */
export function deliver(
  result: RpcPromise,
  callback: RpcCallback | undefined,
): RpcPromise | undefined {
  if (callback === undefined) return result;
  // As in google-gax: a callback that throws is an uncaught exception, not an unhandled rejection.
  result.then(
    (values) => setImmediate(callback, null, ...values),
    (error: unknown) => setImmediate(callback, error),
  );
  return undefined;
}
