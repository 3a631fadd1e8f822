import http, { type ServerResponse } from 'node:http';
import http2, { type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { Handler, HandlerRequest } from '../handler.js';
import { getRuntime } from '../runtime.js';
import { checkThenRun } from './check-request.js';
import { checkSocket } from './check-socket.js';
import { checkStream } from './check-stream.js';
import { classifyBootstrap, isUnderContainer, rawPath } from './request-path.js';

const installed = Symbol.for('app-test.interceptor.v1');
const requestEvents = new Set<unknown>(['request', 'checkContinue', 'checkExpectation']);
const socketEvents = new Set<unknown>(['upgrade', 'connect']);

type Emit = (this: http.Server, event: string | symbol, ...args: unknown[]) => boolean;
type Emitting = { emit: Emit; [installed]?: Emit };

/**
 * Puts the check in front of every HTTP, HTTPS and HTTP/2 server of the process, so that no route mounted
 * earlier, no second server and no WebSocket escapes. Installed once, by whichever copy comes first.
 *
 * @param serve Serves `/_test` where {@link getRuntime} says that no route of the app does.
 * @returns Its undo.
 */
export function installInterceptor(serve: Handler): () => void {
  const undo = listServerPrototypes().map((prototype) => patchEmit(prototype, serve));
  return () => undo.forEach((restore) => restore());
}

function listServerPrototypes(): Emitting[] {
  // The HTTP/2 classes are not exported; a server that never listens shows them.
  const http2Prototypes = [http2.createServer(), http2.createSecureServer()].map(
    (server) => Object.getPrototypeOf(server) as object,
  );
  return [
    http.Server.prototype,
    https.Server.prototype,
    ...http2Prototypes,
  ] as unknown as Emitting[];
}

function patchEmit(prototype: Emitting, serve: Handler): () => void {
  if (prototype[installed] !== undefined) return () => {};
  const original = prototype.emit;
  const isOwn = Object.hasOwn(prototype, 'emit');
  const wrapper: Emit = function (event, ...args) {
    const goOn = (): boolean => original.call(this, event, ...args);
    if (requestEvents.has(event)) {
      const [request, response] = args as [HandlerRequest, ServerResponse];
      if (this.listenerCount(event) === 0) return goOn();
      checkThenRun(request, response, () => serveOr(serve, request, response, goOn));
      return true;
    }
    if (socketEvents.has(event) && this.listenerCount(event) > 0) {
      return checkSocket(args as [HandlerRequest, Duplex, Buffer], goOn);
    }
    if (event === 'stream' && isHandledRaw(this)) {
      const [stream, headers] = args as [ServerHttp2Stream, IncomingHttpHeaders];
      return checkStream(stream, headers, goOn);
    }
    return goOn();
  };
  prototype.emit = wrapper;
  Object.defineProperty(prototype, installed, { value: wrapper, configurable: true });
  return () => {
    if (prototype.emit !== wrapper) return;
    if (isOwn) prototype.emit = original;
    else delete (prototype as Partial<Emitting>).emit;
    delete prototype[installed];
  };
}

function serveOr(
  serve: Handler,
  request: HandlerRequest,
  response: ServerResponse,
  goOn: () => boolean,
): void {
  const path = rawPath(request);
  // The endpoints before any middleware of the app, which might answer them in its own way; everything else of the
  // container only where no route of the app serves it.
  const isEndpoint = getRuntime().phase === 'active' && classifyBootstrap(path) !== undefined;
  if (isEndpoint || (getRuntime().servesContainer && isUnderContainer(path))) {
    serve(request, response, () => void goOn());
    return;
  }
  goOn();
}

/** Node itself listens to streams where there are request listeners; those are checked as requests. */
function isHandledRaw(server: http.Server): boolean {
  const byNode = server.listenerCount('request') > 0 ? 1 : 0;
  return server.listenerCount('stream') > byNode;
}
