import { PassThrough } from 'node:stream';
import { AppTestError } from '../../protocol/index.js';
import type { RpcCallback } from './upstream.js';

/** The error of a call that would leave for something else than the test database. */
export function createEgressError(what: string): AppTestError {
  return new AppTestError({
    code: 'EGRESS_BLOCKED',
    message: `${what} was stopped: it would not go to the test database.`,
    next: 'In test mode only data RPCs are possible, through the Datastore client. Keep this call out of code that runs with APP_TEST on.',
    details: { what },
  });
}

/** Refuses a call in the form that its method answers in: a stream, an async iterable, a callback or a promise. */
export function refuseCall(method: string, args: readonly unknown[], error: Error): unknown {
  if (method.endsWith('Stream')) {
    const stream = new PassThrough({ objectMode: true });
    process.nextTick(() => stream.destroy(error));
    return stream;
  }
  if (method.endsWith('Async')) {
    return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
  }
  const callback = args.findLast((arg) => typeof arg === 'function') as RpcCallback | undefined;
  if (callback === undefined) return Promise.reject(error);
  setImmediate(callback, error);
  return undefined;
}
