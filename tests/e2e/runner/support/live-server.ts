import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that knows nothing of app-test, as a live one would; it keeps what it was asked. */
export class LiveServer {
  /** `METHOD /path` of every request. */
  readonly requests: string[] = [];
  /** Cookie headers that it received. */
  readonly cookies: string[] = [];
  readonly #server: Server;
  readonly #pages: Readonly<Record<string, string>>;

  constructor(pages: Readonly<Record<string, string>> = {}) {
    this.#pages = pages;
    this.#server = createServer((request, response) => {
      const { method = '', url = '' } = request;
      this.requests.push(`${method} ${url}`);
      if (request.headers.cookie !== undefined) this.cookies.push(request.headers.cookie);
      const page = url === '/' ? '<!doctype html><h1>Live</h1>' : this.#pages[url];
      const isScript = url.endsWith('.js');
      const isUnknown = page === undefined && url.startsWith('/_test/');
      response.writeHead(isUnknown ? 404 : 200, {
        'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      });
      response.end(page ?? 'thank you');
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requests that could have changed something, but for the question whether it is a test server. */
  get writes(): string[] {
    return this.requests.filter(
      (request) =>
        !/^(GET|HEAD|OPTIONS) /.test(request) && !request.includes('/_test/config/status'),
    );
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
