import { AppTestError, quoteValue } from '../../protocol/index.js';
import { type CallOptions, keepHarmlessOptions } from './call-options.js';
import { type CallScope, normalizeDatabase } from './call-scope.js';
import type { ClientCopy } from './client-copy.js';
import type { RequestMessage, ResponseMessage } from './messages.js';
import { rewriteError } from './rewrite-error.js';
import { refuseHiddenWrites, rewriteRequest } from './rewrite-request.js';
import { hideFound, rewriteResponse } from './rewrite-response.js';
import { isRpcMethod, type RpcMethod, rpcMethods } from './rpc-methods.js';
import { currentSession, isSelfChecking } from './session-context.js';
import { createTargetClient, readClientHost } from './target-client.js';
import { TransactionSessions } from './transaction-sessions.js';
import type { CallTargetOptions, RedirectAddress, RedirectTarget } from './types.js';
import type { DataClient, RpcPromise, RpcResult } from './upstream.js';

/** Sends RPCs to one target: rewritten ones for the app, raw ones for app-test itself. */
export class RpcDispatcher {
  readonly target: RedirectTarget;
  #ownCopy: ClientCopy;
  #clients = new Map<ClientCopy, DataClient>();
  #ownClients = new WeakSet<object>();
  #transactions = new TransactionSessions();

  /** @param ownCopy is the copy with which app-test's own calls are made. */
  constructor(target: RedirectTarget, ownCopy: ClientCopy) {
    this.target = target;
    this.#ownCopy = ownCopy;
    // Made at once, so that a malformed target fails here.
    this.#clientOf(ownCopy);
  }

  isOwnClient(client: object): boolean {
    return this.#ownClients.has(client);
  }

  /** Makes an RPC of the app on the target. */
  call(
    copy: ClientCopy,
    method: RpcMethod,
    request: RequestMessage,
    options: CallOptions,
  ): RpcPromise {
    let scope: CallScope;
    let sent: RpcPromise;
    try {
      scope = this.#createScope(request);
      if (!isSelfChecking()) refuseHiddenWrites(method, request);
      const rewritten = rewriteRequest(method, request, scope);
      sent = this.#send(copy, method, rewritten, keepHarmlessOptions(options));
    } catch (error) {
      return Promise.reject(error);
    }
    const received: RpcPromise = sent.then(
      ([response, ...rest]) => {
        this.#followTransaction(method, request, response, scope.session);
        return [this.#rewriteResponse(method, response, scope), ...rest] as RpcResult;
      },
      (error: unknown) => {
        if (method === 'rollback') this.#transactions.end(request.transaction);
        throw rewriteError(error, scope);
      },
    );
    if (sent.cancel) received.cancel = () => sent.cancel!();
    return received;
  }

  /** Makes a raw RPC of app-test's own. */
  async callTarget(
    method: string,
    request: object,
    { timeoutMs }: CallTargetOptions = {},
  ): Promise<ResponseMessage> {
    const { projectId, database: databaseId } = this.target;
    return this.sendRaw(method, { ...request, projectId, databaseId }, timeoutMs);
  }

  /** Sends a message as it is, even to another database: only the self-check may, to look for a mix-up. */
  async sendRaw(method: string, message: object, timeoutMs?: number): Promise<ResponseMessage> {
    if (!isRpcMethod(method)) throw createMethodError(method);
    const options = timeoutMs === undefined ? {} : { timeout: timeoutMs };
    const [response] = await this.#send(this.#ownCopy, method, message as RequestMessage, options);
    return response;
  }

  /** Where a call of the current session, made with one copy, would go: read from a request rewritten for it. */
  answer(copy: ClientCopy): RedirectAddress {
    const rewritten = rewriteRequest('lookup', sampleRequest, this.#createScope(sampleRequest));
    const partition = rewritten.keys?.[0]?.partitionId;
    return {
      projectId: rewritten.projectId ?? '',
      database: rewritten.databaseId ?? '',
      namespace: partition?.namespaceId || null,
      host: readClientHost(this.#clientOf(copy)),
    };
  }

  close(): void {
    this.#transactions.clear();
    for (const client of this.#clients.values()) client.close().catch(() => {});
    this.#clients.clear();
  }

  #send(copy: ClientCopy, method: RpcMethod, request: RequestMessage, options: object): RpcPromise {
    return copy.originals[method].call(this.#clientOf(copy), request, options)!;
  }

  #clientOf(copy: ClientCopy): DataClient {
    let client = this.#clients.get(copy);
    if (client === undefined) {
      client = createTargetClient(copy.clientClass, this.target);
      this.#clients.set(copy, client);
      this.#ownClients.add(client);
    }
    return client;
  }

  #createScope(request: RequestMessage): CallScope {
    const transaction = request.transaction ?? request.readOptions?.transaction;
    return {
      target: this.target,
      session: this.#transactions.find(transaction) ?? currentSession(),
      appProjectId: request.projectId || this.target.projectId,
      appDatabase: normalizeDatabase(request.databaseId),
    };
  }

  #followTransaction(
    method: RpcMethod,
    request: RequestMessage,
    response: ResponseMessage,
    session: string,
  ): void {
    this.#transactions.begin(response.transaction, session);
    if (method === 'commit' || method === 'rollback') this.#transactions.end(request.transaction);
  }

  #rewriteResponse(
    method: RpcMethod,
    response: ResponseMessage,
    scope: CallScope,
  ): ResponseMessage {
    const visible = isSelfChecking() || method !== 'lookup' ? response : hideFound(response);
    return rewriteResponse(method, visible, scope);
  }
}

const sampleRequest: RequestMessage = Object.freeze({
  projectId: '',
  databaseId: '',
  keys: [{ path: [{ kind: 'app-test', name: 'address' }] }],
});

function createMethodError(method: string): AppTestError {
  return new AppTestError({
    code: 'OPTION_INVALID',
    message: `${quoteValue(method)} is not a data RPC.`,
    next: `Known RPCs: ${rpcMethods.join(', ')}.`,
  });
}
