import type { RequestMessage, ResponseMessage } from './messages.js';
import type { RpcMethod } from './rpc-methods.js';

/**
 * The private and generated shapes of @google-cloud/datastore 9 to 11 that the redirect relies on.
 * https://github.com/googleapis/google-cloud-node/tree/main/handwritten/datastore
 */

/** `[response, next request, raw response]`, as google-gax resolves a unary call. */
export type RpcResult = [response: ResponseMessage, next?: unknown, rawResponse?: unknown];

/** google-gax before version 5 lets a call be cancelled through its promise. */
export type RpcPromise = Promise<RpcResult> & { cancel?: () => void };

/** The callback form of the same. */
export type RpcCallback = (error: unknown, ...result: unknown[]) => void;

/** A method of the generated client. */
export type RpcFunction = (
  this: DataClient,
  request?: RequestMessage,
  optionsOrCallback?: object | RpcCallback,
  callback?: RpcCallback,
) => RpcPromise | undefined;

/** An instance of the generated `v1.DatastoreClient`. */
export type DataClient = Record<RpcMethod, RpcFunction> & {
  _terminated?: boolean;
  _opts: { servicePath: string; port: number; projectId?: string; sslCreds?: unknown };
  _gaxGrpc: { grpc?: { credentials: { createInsecure(): unknown } } };
  /** google-gax calls, made by `initialize()`: what the eight methods call. */
  innerApiCalls: Partial<Record<string, RpcFunction>>;
  /** The gRPC stub, made by `initialize()`: what the inner calls call. */
  datastoreStub?: Promise<object>;
  /** Long-running operations; up to version 10. */
  operationsClient?: object;
  initialize(): Promise<object>;
  close(): Promise<void>;
};

/** The generated `v1.DatastoreClient`. */
export interface DataClientClass {
  new (options: object): DataClient;
  prototype: DataClient;
}

/** An instance of `Datastore`, as the self-check uses it. */
export interface DatastoreInstance {
  options?: { databaseId?: string };
  key(options: { namespace?: string; path: string[] }): object;
  save(entity: { key: object; data: object }, gaxOptions: object): Promise<unknown>;
  get(key: object, options: { gaxOptions: object }): Promise<[Record<string, unknown> | undefined]>;
  delete(key: object, gaxOptions: object): Promise<unknown>;
}

/** The class `Datastore`. */
export type DatastoreClass = new (options?: object) => DatastoreInstance;
