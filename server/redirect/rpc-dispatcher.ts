import { type CallOptions, keepHarmlessOptions } from './call-options.js';
import { type CallScope, normalizeDatabase } from './call-scope.js';
import type { ClientCopy } from './client-copy.js';
import { replaceHiddenKey, restoreHiddenKey } from './hidden-kinds.js';
import { mapKeys } from './map-keys.js';
import type { RequestMessage, ResponseMessage } from './messages.js';
import { refuseMixedPartitions } from './mixed-partitions.js';
import { rewriteError } from './rewrite-error.js';
import { hideQueriedKinds, refuseHiddenWrites, rewriteRequest } from './rewrite-request.js';
import { rewriteResponse } from './rewrite-response.js';
import type { RpcMethod } from './rpc-methods.js';
import { currentSession, isSelfChecking } from './session-context.js';
import type { TargetClients } from './target-clients.js';
import { TransactionSessions } from './transaction-sessions.js';
import type { RedirectAddress } from './types.js';
import type { RpcPromise, RpcResult } from './upstream.js';
import { keepNamespaces } from './used-namespaces.js';
import { correctCounts, countsHidden } from './visible-count.js';
import { planVisibleQuery } from './visible-results.js';
import { listWrittenKeys } from './written-keys.js';

/** Makes the app's RPCs on the target: rewritten on the way there and on the way back. */
export class RpcDispatcher {
  #clients: TargetClients;
  #transactions = new TransactionSessions();

  constructor(clients: TargetClients) {
    this.#clients = clients;
  }

  /** Makes an RPC of the app with the target's client of the same copy. */
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
      refuseMixedPartitions(request, scope);
      const rewritten = rewriteRequest(method, request, scope);
      const send = (name: RpcMethod, message: RequestMessage): RpcPromise =>
        this.#clients.send(copy, name, message, keepHarmlessOptions(options));
      const transmit = (): RpcPromise => sendHidingOurs(method, rewritten, scope, send);
      if (isSelfChecking()) sent = send(method, rewritten);
      else sent = sendOnceKept(rewritten, scope, transmit);
    } catch (error) {
      return Promise.reject(error);
    }
    const received: RpcPromise = sent.then(
      ([response, ...rest]) => {
        this.#followTransaction(method, request, response, scope.session);
        return [rewriteResponse(method, response, scope), ...rest] as RpcResult;
      },
      (error: unknown) => {
        if (method === 'rollback') this.#transactions.end(request.transaction);
        throw rewriteError(error, scope);
      },
    );
    if (sent.cancel) received.cancel = () => sent.cancel!();
    return received;
  }

  /** Where a call of the current session, made with one copy, would go: read from a request rewritten for it. */
  answer(copy: ClientCopy): RedirectAddress {
    const rewritten = rewriteRequest('lookup', sampleRequest, this.#createScope(sampleRequest));
    const partition = rewritten.keys?.[0]?.partitionId;
    return {
      projectId: rewritten.projectId ?? '',
      database: rewritten.databaseId ?? '',
      namespace: partition?.namespaceId || null,
      host: this.#clients.hostOf(copy),
    };
  }

  #createScope(request: RequestMessage): CallScope {
    const { target } = this.#clients;
    const transaction = request.transaction ?? request.readOptions?.transaction;
    return {
      target,
      session: this.#transactions.find(transaction) ?? currentSession(),
      appProjectId: request.projectId || target.projectId,
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
}

/** Sends a request when the namespaces that it writes to are written down: a crash in between must not hide its data. */
function sendOnceKept(
  request: RequestMessage,
  { session }: CallScope,
  transmit: () => RpcPromise,
): RpcPromise {
  if (!Array.isArray(request.mutations) || request.mutations.length === 0) return transmit();
  const namespaces = new Set<string>();
  for (const key of listWrittenKeys(request)) namespaces.add(key?.partitionId?.namespaceId ?? '');
  const keeping = keepNamespaces(session, namespaces);
  return keeping === undefined ? transmit() : keeping.then(transmit);
}

/** Sends a rewritten request so that the app can neither see nor write entities of ours. */
function sendHidingOurs(
  method: RpcMethod,
  request: RequestMessage,
  scope: CallScope,
  send: (method: RpcMethod, request: RequestMessage) => RpcPromise,
): RpcPromise {
  refuseHiddenWrites(method, request);
  if (method === 'lookup') return sendLookup(request, send);
  if (method === 'runQuery') {
    const plan = planVisibleQuery(hideQueriedKinds(request), scope);
    return mapResponse(send(method, plan.request), plan.filter);
  }
  if (method !== 'runAggregationQuery') return send(method, request);
  const sent = send(method, hideQueriedKinds(request));
  if (!countsHidden(request)) return sent;
  return mapResponse(sent, (response) =>
    correctCounts(request, response, scope, async (message) => {
      const [counted] = await send('runQuery', message);
      return counted;
    }),
  );
}

function sendLookup(
  request: RequestMessage,
  send: (method: RpcMethod, request: RequestMessage) => RpcPromise,
): RpcPromise {
  const replaced = mapKeys('LookupRequest', request, replaceHiddenKey);
  const sent = send('lookup', replaced);
  if (replaced === request) return sent;
  return mapResponse(sent, (response) => mapKeys('LookupResponse', response, restoreHiddenKey));
}

function mapResponse(
  sent: RpcPromise,
  map: (response: ResponseMessage) => ResponseMessage | Promise<ResponseMessage>,
): RpcPromise {
  const mapped: RpcPromise = sent.then(
    async ([response, ...rest]) => [await map(response), ...rest] as RpcResult,
  );
  if (sent.cancel) mapped.cancel = () => sent.cancel!();
  return mapped;
}

const sampleRequest: RequestMessage = Object.freeze({
  projectId: '',
  databaseId: '',
  keys: [{ path: [{ kind: 'app-test', name: 'address' }] }],
});
