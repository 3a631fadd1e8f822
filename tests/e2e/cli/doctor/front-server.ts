import { once } from 'node:events';
import http, { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of another: it passes `/_test` on, and answers pages and WebSockets by itself. */
export class FrontServer implements AsyncDisposable {
  readonly #server: Server;

  private constructor(backend: string) {
    this.#server = createServer((request, response) => {
      const { url = '', method, headers } = request;
      if (!url.startsWith('/_test/')) {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Shop</h1>');
        return;
      }
      const passed = http.request(backend + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    });
    this.#server.on('upgrade', (_request, socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      );
    });
  }

  static async start(backend: string): Promise<FrontServer> {
    const front = new FrontServer(backend);
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
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
