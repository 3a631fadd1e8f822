import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  AppTestError,
  bootstrapMethods,
  type BootstrapName,
  bootstrapPath,
  toErrorEnvelope,
} from '../../protocol/index.js';
import type { HandlerRequest } from '../handler.js';
import { bindEmitter, runInSession } from '../redirect/index.js';
import { refuse, toAppTestError } from './refuse.js';
import { admitRequest } from './validator.js';

/**
 * Checks an upgrade or a tunnel. Node hands the connection over as a bare socket, so a refusal is written by hand.
 *
 * @returns What `emit` is to return.
 */
export function checkSocket(
  [request, socket]: [HandlerRequest, Duplex | ServerResponse, Buffer?],
  goOn: () => boolean,
): boolean {
  let session: string | undefined;
  try {
    const admission = admitRequest(request);
    if (admission.kind === 'bootstrap') throw createNoUpgrade(admission.name);
    if (admission.kind === 'session') session = admission.session;
  } catch (error) {
    if (isResponse(socket)) refuse(request, socket, error);
    else endSocket(socket, error);
    return true;
  }
  if (session === undefined) return goOn();
  return runInSession(session, () => {
    bindEmitter(request);
    bindEmitter(socket);
    return goOn();
  });
}

/** A CONNECT over HTTP/2 comes with a response, not with a bare socket. */
function isResponse(socket: Duplex | ServerResponse): socket is ServerResponse {
  return 'writeHead' in socket;
}

function createNoUpgrade(name: BootstrapName): AppTestError {
  return new AppTestError({
    code: 'METHOD_NOT_ALLOWED',
    message: `${bootstrapPath(name)} answers ${bootstrapMethods[name]}, not an upgrade.`,
    next: 'Leave the Upgrade header out (with curl: --http1.1).',
    status: 405,
  });
}

const lingerMs = 2000;

function endSocket(socket: Duplex, error: unknown): void {
  const refusal = toAppTestError(error);
  const body = JSON.stringify(toErrorEnvelope(refusal));
  // A peer that is gone already must not bring the server down; one that never hangs up must not stay.
  socket.on('error', () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nContent-Type: application/json\r\n` +
      `Cache-Control: no-store\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
