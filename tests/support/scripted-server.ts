import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { hashToken, type StatusResponse } from '../../protocol/index.js';

/** One request, as the server saw it. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Handler = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** An HTTP server that answers what a test tells it to, and keeps what it was asked. */
export class ScriptedServer implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  readonly #server: Server;

  private constructor(handler: Handler) {
    const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { method = '', url = '', headers } = incoming;
      const seen = { method, url, headers, body: await text(incoming) };
      this.requests.push(seen);
      await handler(seen, response);
    };
    this.#server = createServer((incoming, response) => void handle(incoming, response));
  }

  static async start(handler: Handler): Promise<ScriptedServer> {
    const scripted = new ScriptedServer(handler);
    scripted.#server.listen(0, '127.0.0.1');
    await once(scripted.#server, 'listening');
    return scripted;
  }

  /** A server that answers the same JSON to everything. */
  static async answering(body: unknown, status = 200): Promise<ScriptedServer> {
    return await ScriptedServer.start((_request, response) => sendJson(response, body, status));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Sends a JSON answer. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A token as a server would issue it. */
export const someToken = 'x'.repeat(42) + 'Y';

/** What a server in test mode answers to status. */
export function makeStatus(changes: object = {}): StatusResponse {
  return {
    test_mode: true,
    is_dev_server: true,
    database: 'app-tests',
    namespace: null,
    project_id: 'demo-project',
    token: someToken,
    token_hash: hashToken(someToken),
    version: '9.9.9',
    expires_in: 3600,
    ...changes,
  };
}
