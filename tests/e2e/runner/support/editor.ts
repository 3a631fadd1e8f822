import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RunningProject } from './inline-project.js';

/** Drives Playwright's test server as an editor does. */
export class Editor {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: { result?: object; error?: unknown }) => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as { id?: number; result?: object };
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    });
  }

  static async connect(server: RunningProject): Promise<Editor> {
    const address = /Listening on (ws:\S+)/;
    await server.printed(address);
    const socket = new WebSocket(address.exec(server.output)![1]!);
    await once(socket, 'open');
    const editor = new Editor(socket);
    await editor.call('initialize', { closeOnDisconnect: true });
    return editor;
  }

  async call(method: string, params: object = {}): Promise<{ status?: string }> {
    const id = this.#waiting.size + 1;
    const answer = new Promise<{ result?: object; error?: unknown }>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result ?? {};
  }

  close(): void {
    this.#socket.close();
  }
}
