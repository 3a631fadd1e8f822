import { deliver, readArguments } from './call-arguments.js';
import type { ClientCopy, RpcHandler } from './client-copy.js';
import { createEgressError } from './refuse-call.js';
import { type RpcMethod, rpcMethods } from './rpc-methods.js';
import type { DataClient, RpcFunction } from './upstream.js';

const guardedStubs = new WeakMap<DataClient, Promise<object>>();

/**
 * Closes what an instance offers below the eight methods: its `innerApiCalls` go to the target as well; its gRPC stub
 * and its operations client are refused. An instance that has no stub yet never gets a real one.
 */
export function guardInstance(client: DataClient, copy: ClientCopy, handler: RpcHandler): void {
  if (client.datastoreStub !== undefined && guardedStubs.get(client) === client.datastoreStub)
    return;
  client.innerApiCalls ??= {};
  for (const method of rpcMethods) {
    client.innerApiCalls[method] = guardInnerCall(
      copy,
      method,
      client.innerApiCalls[method],
      handler,
    );
  }
  if (client.operationsClient) {
    client.operationsClient = guardObject('operationsClient', client.operationsClient, handler);
  }
  const stub = (client.datastoreStub ?? Promise.resolve({ close() {} })).then((real) =>
    guardObject('datastoreStub', real, handler),
  );
  // Rejected for want of credentials, say; nobody may be waiting for it.
  stub.catch(() => {});
  client.datastoreStub = stub;
  guardedStubs.set(client, stub);
}

function guardInnerCall(
  copy: ClientCopy,
  method: RpcMethod,
  original: RpcFunction | undefined,
  handler: RpcHandler,
): RpcFunction {
  return function (...args) {
    if (handler.isWatching() && original !== undefined) {
      handler.notePassed();
      return original.apply(this, args);
    }
    const { options, callback } = readArguments(args[1], args[2]);
    return deliver(handler.call(copy, method, args[0] ?? {}, options), callback);
  };
}

/** Lets calls of an object's methods pass only while watching. */
export function guardObject(name: string, real: object, handler: RpcHandler): object {
  return new Proxy(real, {
    get(target, property): unknown {
      const value: unknown = Reflect.get(target, property);
      if (property === 'close') return () => close(name, target, handler);
      const isCall = typeof value === 'function' || isRpcName(property);
      if (!isCall || property === 'constructor' || property === 'then') return value;
      return (...args: unknown[]): unknown => {
        if (!handler.isWatching()) throw createEgressError(`${name}.${String(property)}()`);
        handler.notePassed();
        return (value as Function).apply(target, args) as unknown;
      };
    },
  });
}

function close(name: string, target: { close?: () => unknown }, handler: RpcHandler): unknown {
  // This one waits for credentials that a local target does not need, and nobody handles their absence.
  if (name === 'operationsClient' && !handler.isWatching()) return undefined;
  return target.close?.();
}

function isRpcName(property: string | symbol): boolean {
  return typeof property === 'string' && (rpcMethods as readonly string[]).includes(property);
}
