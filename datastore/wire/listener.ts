import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { DatastoreStartError } from '../errors.js';
import { serveGrpc, type GrpcHandlers } from '../grpc/serve.js';
import { createHandlers } from './handlers.js';
import { answerHttp } from './http.js';
import type { Instance } from './instance.js';

/** Tells whoever watches the servers of this process that a connection is the Datastore's own. */
const CONNECTION_MARK = Symbol.for('app-test.datastore-connection');
const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0');

/** One port for gRPC and for plain HTTP, as Google's emulators have it: the first bytes of a connection tell. */
export class Listener {
  private readonly handlers: GrpcHandlers;
  private readonly http: HttpServer;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isHolding = true;

  constructor(instance: Instance) {
    this.handlers = createHandlers(instance);
    this.http = createHttpServer((request, response) => answerHttp(instance, request, response));
    this.server = createServer({ noDelay: true }, (socket) => this.accept(socket));
  }

  async listen(port: number, host: string): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) =>
        reject(describeListenError(error, port, host)),
      );
      this.server.listen(port, host, resolve);
    });
    return this.server.address() as AddressInfo;
  }

  /** Lets the process end while this listens and connections are open. */
  unref(): void {
    this.isHolding = false;
    this.server.unref();
    for (const socket of this.sockets) socket.unref();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    if (!this.isHolding) socket.unref();
    Object.defineProperty(socket, CONNECTION_MARK, { value: true });
    socket.once('close', () => this.sockets.delete(socket));
    // A connection that breaks is no failure of ours.
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      if (isHttp2(first)) serveGrpc(socket, this.handlers);
      else {
        this.http.emit('connection', socket);
        socket.resume();
      }
    });
  }
}

function isHttp2(first: Buffer): boolean {
  const length = Math.min(first.length, HTTP2_PREFACE.length);
  return first.subarray(0, length).equals(HTTP2_PREFACE.subarray(0, length));
}

function describeListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new DatastoreStartError(
      'PORT_IN_USE',
      `The embedded Datastore cannot listen on ${host}:${port}: the port is in use. ` +
        'Stop what listens there, or choose another port (0 takes a free one).',
      error,
    );
  }
  return new DatastoreStartError(
    'LISTEN_FAILED',
    `The embedded Datastore cannot listen on ${host}:${port}: ${error.message}.`,
    error,
  );
}
