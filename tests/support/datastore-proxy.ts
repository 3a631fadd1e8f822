import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A request that a proxy does not let through yet. */
export interface HeldRequest {
  /** Resolves when it has arrived. */
  arrived: Promise<void>;
  release(): void;
}

/** Stands before a Datastore, and lets a test delay or answer a plain HTTP request to it. */
export class DatastoreProxy {
  readonly #upstream: { host: string; port: number };
  readonly #server = net.createServer((socket) => this.#accept(socket));
  readonly #sockets = new Set<Socket>();
  readonly #rules = new Map<string, (pass: () => void, socket: Socket) => void>();

  constructor(address: string) {
    const [host, port] = address.split(':') as [string, string];
    this.#upstream = { host, port: Number(port) };
  }

  /** Begins to listen. @returns Its address. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Holds the next POST to a path. */
  holdNext(path: string): HeldRequest {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      this.#rules.set(path, (pass) => {
        this.#rules.delete(path);
        resolve();
        void released.then(pass);
      });
    });
    return { arrived, release };
  }

  /** Answers every POST to a path in place of the Datastore. */
  answer(path: string, response: string): void {
    this.#rules.set(path, (_, socket) => void socket.end(response));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(socket: Socket): void {
    this.#keep(socket);
    socket.once('data', (first) => {
      socket.pause();
      const pass = (): void => this.#pass(socket, first);
      const path = /^POST (\S+)/.exec(first.toString('latin1'))?.[1] ?? '';
      const rule = this.#rules.get(path);
      if (rule === undefined) pass();
      else rule(pass, socket);
    });
  }

  #pass(socket: Socket, first: Buffer): void {
    const upstream = this.#keep(net.connect(this.#upstream));
    upstream.write(first);
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    // Either side may end whenever it likes.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    return socket;
  }
}
