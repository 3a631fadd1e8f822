import { deliver, readArguments } from './call-arguments.js';
import type { ClientCopy, RpcHandler } from './client-copy.js';
import { guardInstance } from './guard-instance.js';
import { applyWrappers, type Patch } from './patch.js';
import { createEgressError, refuseCall } from './refuse-call.js';
import { type RpcMethod, rpcMethods } from './rpc-methods.js';
import type { DataClient, RpcFunction } from './upstream.js';

// Long-running operations; on the data client up to version 10.
const operationMethods = [
  'getOperation',
  'listOperationsAsync',
  'cancelOperation',
  'deleteOperation',
];

/** Wraps the generated data client of one copy: calls no longer go through the instance they are made on. */
export function patchDataClient(copy: ClientCopy, handler: RpcHandler): Patch {
  const prototype = copy.clientClass.prototype as unknown as Record<string, unknown>;
  const wrappers = new Map<string, unknown>();
  for (const method of rpcMethods) {
    wrappers.set(method, wrapRpc(copy, method, handler));
  }
  wrappers.set('initialize', wrapInitialize(copy, prototype.initialize, handler));
  for (const method of operationMethods) {
    const original = prototype[method];
    if (typeof original === 'function')
      wrappers.set(method, wrapOperation(method, original, handler));
  }
  return applyWrappers(prototype, wrappers);
}

function wrapRpc(copy: ClientCopy, method: RpcMethod, handler: RpcHandler): RpcFunction {
  const original = copy.originals[method];
  return function (...args) {
    if (handler.isOwnClient(this)) return original.apply(this, args);
    if (handler.isWatching()) {
      handler.notePassed();
      return original.apply(this, args);
    }
    guardInstance(this, copy, handler);
    const { options, callback } = readArguments(args[1], args[2]);
    const result = this._terminated
      ? Promise.reject(new Error('The client has already been closed.'))
      : handler.call(copy, method, args[0] ?? {}, options);
    return deliver(result, callback);
  };
}

function wrapInitialize(copy: ClientCopy, original: unknown, handler: RpcHandler): unknown {
  return function (this: DataClient): Promise<object> {
    const initialize = (): Promise<object> => (original as DataClient['initialize']).call(this);
    if (handler.isOwnClient(this)) return initialize();
    const isFirst = this.datastoreStub === undefined;
    if (handler.isWatching() && isFirst) initialize().catch(ignore);
    guardInstance(this, copy, handler);
    return this.datastoreStub!;
  };
}

function wrapOperation(method: string, original: Function, handler: RpcHandler): unknown {
  return function (this: object, ...args: unknown[]): unknown {
    if (!handler.isWatching()) return refuseCall(method, args, createEgressError(`${method}()`));
    handler.notePassed();
    return original.apply(this, args) as unknown;
  };
}

/** Whoever called `initialize()` gets the same rejection. */
function ignore(): void {}
