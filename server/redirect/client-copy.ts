import type { CallOptions } from './call-options.js';
import type { RequestMessage } from './messages.js';
import type { RpcMethod } from './rpc-methods.js';
import type { DataClientClass, RpcFunction, RpcPromise } from './upstream.js';

/** One loaded copy of the generated Datastore client. */
export interface ClientCopy {
  /** Name, version and place, for people. */
  label: string;
  clientClass: DataClientClass;
  /** The methods as the copy defines them. */
  originals: Record<RpcMethod, RpcFunction>;
  /** Why this copy can't be moved; its RPCs are refused. */
  unsupported: Error | undefined;
}

/** What the wrappers of every copy ask the redirect. */
export interface RpcHandler {
  /** Whether calls pass unchanged. */
  isWatching(): boolean;
  /** Is told that a call passed unchanged. */
  notePassed(): void;
  /** What a call must wait for; undefined if it may go, or pass unchanged. */
  whenAdmitted(): Promise<void> | undefined;
  /** Whether a client is the redirect's own. */
  isOwnClient(client: object): boolean;
  /** Makes a call on the target in place of the client that it was made on. */
  call(
    copy: ClientCopy,
    method: RpcMethod,
    request: RequestMessage,
    options: CallOptions,
  ): RpcPromise;
}
