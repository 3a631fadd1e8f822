import { AppTestError, quoteValue } from '../../protocol/index.js';
import type { ClientCopy } from './client-copy.js';
import type { RequestMessage, ResponseMessage } from './messages.js';
import { isRpcMethod, type RpcMethod, rpcMethods } from './rpc-methods.js';
import { createTargetClient, readClientHost } from './target-client.js';
import type { RedirectTarget } from './types.js';
import type { DataClient, RpcPromise } from './upstream.js';

/** The target's own clients, one for each copy of the package. */
export class TargetClients {
  readonly target: RedirectTarget;
  #ownCopy: ClientCopy;
  #clients = new Map<ClientCopy, DataClient>();
  #known = new WeakSet<object>();
  #ready = new WeakSet<object>();

  /** @param ownCopy is the copy with which app-test's own calls are made. */
  constructor(target: RedirectTarget, ownCopy: ClientCopy) {
    this.target = target;
    this.#ownCopy = ownCopy;
    // Made at once, so that a malformed target fails here.
    this.#clientOf(ownCopy);
  }

  /** Whether a client is one of these. */
  has(client: object): boolean {
    return this.#known.has(client);
  }

  /** Sends a message as it is, with the client of one copy. */
  send(copy: ClientCopy, method: RpcMethod, message: RequestMessage, options: object): RpcPromise {
    const client = this.#clientOf(copy);
    const call = (): RpcPromise => copy.originals[method].call(client, message, options)!;
    return this.#ready.has(client) ? call() : this.#makeReady(copy, client).then(call);
  }

  /** The client itself throws away, as an unhandled rejection, what goes wrong here: missing credentials. */
  async #makeReady(copy: ClientCopy, client: DataClient): Promise<void> {
    try {
      await client.initialize();
      this.#ready.add(client);
    } catch (error) {
      // It would keep the failure for ever; the next call is to try anew.
      if (this.#clients.get(copy) === client) this.#clients.delete(copy);
      throw error;
    }
  }

  /** Sends a message of app-test's own as it is. */
  async sendOwn(
    method: string,
    message: RequestMessage,
    timeoutMs?: number,
  ): Promise<ResponseMessage> {
    if (!isRpcMethod(method)) throw createMethodError(method);
    const options = timeoutMs === undefined ? {} : { timeout: timeoutMs };
    const [response] = await this.send(this.#ownCopy, method, message, options);
    return response;
  }

  /** What the client of one copy connects to; null is Google's own endpoint. */
  hostOf(copy: ClientCopy): string | null {
    return readClientHost(this.#clientOf(copy));
  }

  close(): void {
    for (const client of this.#clients.values()) client.close().catch(() => {});
    this.#clients.clear();
  }

  #clientOf(copy: ClientCopy): DataClient {
    let client = this.#clients.get(copy);
    if (client === undefined) {
      client = createTargetClient(copy.clientClass, this.target);
      this.#clients.set(copy, client);
      this.#known.add(client);
    }
    return client;
  }
}

function createMethodError(method: string): AppTestError {
  return new AppTestError({
    code: 'OPTION_INVALID',
    message: `${quoteValue(method)} is not a data RPC.`,
    next: `Known RPCs: ${rpcMethods.join(', ')}.`,
  });
}
