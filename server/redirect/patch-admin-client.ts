import type { RpcHandler } from './client-copy.js';
import { guardObject } from './guard-instance.js';
import { applyWrappers, type Patch } from './patch.js';
import { createEgressError, refuseCall } from './refuse-call.js';

// These build and take apart resource names, in this process. Whatever else a version may have is refused.
const staysHere = /^(?:constructor|close|getProjectId|match\w+|\w+Path)$/;

interface AdminClient {
  innerApiCalls?: object;
  datastoreAdminStub?: Promise<object>;
}

/** Refuses everything that the generated admin client would send: it works on whole databases. */
export function patchAdminClient(prototype: Record<string, unknown>, handler: RpcHandler): Patch {
  const wrappers = new Map<string, unknown>();
  for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function' || staysHere.test(method)) continue;
    const wrap = method === 'initialize' ? wrapInitialize : wrapAdminCall;
    wrappers.set(method, wrap(method, value, handler));
  }
  return applyWrappers(prototype, wrappers);
}

function wrapAdminCall(method: string, original: Function, handler: RpcHandler): unknown {
  return function (this: AdminClient, ...args: unknown[]): unknown {
    if (handler.isWatching()) {
      handler.notePassed();
      return original.apply(this, args) as unknown;
    }
    return refuseCall(method, args, createEgressError(`DatastoreAdminClient.${method}()`));
  };
}

function wrapInitialize(method: string, original: Function, handler: RpcHandler): unknown {
  return function (this: AdminClient): unknown {
    if (!handler.isWatching()) {
      return Promise.reject(createEgressError(`DatastoreAdminClient.${method}()`));
    }
    const isFirst = this.datastoreAdminStub === undefined;
    const stub = original.call(this) as Promise<object>;
    if (!isFirst) return stub;
    this.innerApiCalls = guardObject('innerApiCalls', this.innerApiCalls ?? {}, handler);
    return (this.datastoreAdminStub = stub.then((real) =>
      guardObject('datastoreAdminStub', real, handler),
    ));
  };
}
