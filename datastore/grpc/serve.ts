import {
  performServerHandshake,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import { DatastoreError, Status } from '../errors.js';
import { GrpcCall, isGone } from './call.js';

/** Answers or refuses a call. */
export type GrpcHandler = (call: GrpcCall, request: Buffer) => void;

/** The handlers by the path of their method: `/package.Service/Method`. */
export type GrpcHandlers = ReadonlyMap<string, GrpcHandler>;

/** What a client may send before the server has looked at it: HTTP/2's own 64 KiB make a batch wait several times. */
const WINDOW_BYTES = 4 * 1024 * 1024;

/** Serves gRPC on a connection that begins with HTTP/2. */
export function serveGrpc(socket: Socket, handlers: GrpcHandlers): void {
  const session = performServerHandshake(socket, {
    // Node would refuse calls while more than 10 MB of answers wait for their clients.
    maxSessionMemory: Number.MAX_SAFE_INTEGER,
    settings: { initialWindowSize: WINDOW_BYTES },
  });
  session.setLocalWindowSize(WINDOW_BYTES);
  // A connection that breaks is no failure of ours.
  session.on('error', () => session.destroy());
  session.on('stream', (stream, headers) => accept(stream, headers, handlers));
}

function accept(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  handlers: GrpcHandlers,
): void {
  stream.on('error', () => stream.destroy());
  if (isGone(stream)) return;
  if (!headers['content-type']?.startsWith('application/grpc')) {
    stream.respond({ ':status': 415 }, { endStream: true });
    return;
  }
  const call = new GrpcCall(stream, headers);
  const path = String(headers[':path']);
  const handler = handlers.get(path);
  if (handler !== undefined) return call.receive((request) => handler(call, request));
  call.refuse(
    new DatastoreError(Status.UNIMPLEMENTED, `The server does not implement the method ${path}`),
  );
}
