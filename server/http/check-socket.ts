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
import { toAppTestError } from './refuse.js';
import { admitRequest } from './validator.js';

/**
 * Checks an upgrade or a tunnel. Node hands the connection over as a bare socket, so a refusal is written by hand.
 *
 * @returns What `emit` is to return.
 */
export function checkSocket(
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
