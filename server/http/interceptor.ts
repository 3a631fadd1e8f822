import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import {
  AppTestError,
  bootstrapMethods,
  type BootstrapName,
  bootstrapPath,
  toErrorEnvelope,
} from '../../protocol/index.js';
import type { Handler, HandlerRequest } from '../handler.js';
import { bindEmitter, runInSession } from '../redirect/index.js';
import { getRuntime } from '../runtime.js';
import { refuse, toAppTestError } from './refuse.js';
import { isThirdPartyReturn, redirectMarkedReturn, sendReturnPage } from './third-party-return.js';
import { isUnderContainer, rawPath } from './request-path.js';
import { admitRequest } from './validator.js';

const installed = Symbol.for('app-test.interceptor.v1');
const admitted = Symbol.for('app-test.admitted.v1');
const requestEvents = new Set<unknown>(['request', 'checkContinue', 'checkExpectation']);
const socketEvents = new Set<unknown>(['upgrade', 'connect']);

type Emit = (this: http.Server, event: string | symbol, ...args: unknown[]) => boolean;
type Emitting = { emit: Emit; [installed]?: Emit };

/**
 * Puts the check in front of every HTTP and HTTPS server of the process, so that no route mounted
 * earlier, no second server and no WebSocket escapes. Installed once, by whichever copy comes first.
 *
 * @param serve Serves `/_test` where {@link getRuntime} says that no route of the app does.
 * @returns Its undo.
 */
export function installInterceptor(serve: Handler): () => void {
  const undo = [http.Server.prototype, https.Server.prototype].map((prototype) =>
    patchEmit(prototype as unknown as Emitting, serve),
  );
  return () => undo.forEach((restore) => restore());
}

/** Says whether the check has already admitted a request. */
export function isAdmitted(request: IncomingMessage): boolean {
  return (request as { [admitted]?: true })[admitted] === true;
}

/** Checks one request, answers it if it is refused, and otherwise goes on inside its session. */
export function checkThenRun(
  request: HandlerRequest,
  response: ServerResponse,
  run: () => void,
): void {
  if (isAdmitted(request)) {
    run();
    return;
  }
  let isSession: boolean;
  try {
    isSession = admitRequest(request).kind === 'session';
  } catch (error) {
    answerRefused(request, response, error);
    return;
  }
  (request as { [admitted]?: true })[admitted] = true;
  if (!isSession) {
    run();
    return;
  }
  if (redirectMarkedReturn(request, response)) return;
  runInSession('', () => {
    bindEmitter(request);
    bindEmitter(response);
    run();
  });
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
  if (getRuntime().servesContainer && isUnderContainer(rawPath(request))) {
    serve(request, response, () => void goOn());
    return;
  }
  goOn();
}

/** Node hands an upgraded connection over as a bare socket: the refusal is written by hand. */
function checkSocket(
  [request, socket]: [HandlerRequest, Duplex, Buffer],
  goOn: () => boolean,
): boolean {
  let isSession: boolean;
  try {
    const admission = admitRequest(request);
    if (admission.kind === 'bootstrap') throw createNoUpgrade(admission.name);
    isSession = admission.kind === 'session';
  } catch (error) {
    endSocket(socket, error);
    return true;
  }
  if (!isSession) return goOn();
  return runInSession('', () => {
    bindEmitter(request);
    bindEmitter(socket);
    return goOn();
  });
}

function createNoUpgrade(name: BootstrapName): AppTestError {
  return new AppTestError({
    code: 'METHOD_NOT_ALLOWED',
    message: `${bootstrapPath(name)} answers ${bootstrapMethods[name]}, not an upgrade.`,
    status: 405,
  });
}

function endSocket(socket: Duplex, error: unknown): void {
  const body = JSON.stringify(toErrorEnvelope(toAppTestError(error)));
  // A peer that is gone already must not bring the server down.
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 403 Forbidden\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function answerRefused(request: HandlerRequest, response: ServerResponse, error: unknown): void {
  const refusal = toAppTestError(error);
  if (refusal.code === 'TOKEN_MISSING' && isThirdPartyReturn(request)) {
    sendReturnPage(request, response, refusal);
    return;
  }
  refuse(request, response, refusal);
}
