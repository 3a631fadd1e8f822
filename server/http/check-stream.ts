import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { AppTestError, toErrorEnvelope } from '../../protocol/index.js';
import type { HandlerRequest } from '../handler.js';
import { bindEmitter, runInSession } from '../redirect/index.js';
import { toAppTestError } from './refuse.js';
import { admitRequest } from './validator.js';

/** Checks a stream that an HTTP/2 server handles without Node's request and response objects. */
export function checkStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  goOn: () => boolean,
): boolean {
  const request = {
    method: headers[':method'],
    url: headers[':path'],
    headers,
    socket: stream.session?.socket,
  } as unknown as HandlerRequest;
  let session: string | undefined;
  try {
    const admission = admitRequest(request);
    if (admission.kind === 'bootstrap') throw createNoStream();
    if (admission.kind === 'session') session = admission.session;
  } catch (error) {
    refuseStream(stream, error);
    return true;
  }
  if (session === undefined) return goOn();
  return runInSession(session, () => {
    bindEmitter(stream);
    return goOn();
  });
}

function createNoStream(): AppTestError {
  return new AppTestError({
    code: 'NOT_FOUND',
    message:
      "This server handles HTTP/2 streams itself, so app-test can't serve its endpoints there.",
    next: "Handle 'request' events, or call the endpoints over HTTP/1.",
    status: 404,
  });
}

function refuseStream(stream: ServerHttp2Stream, error: unknown): void {
  const refusal = toAppTestError(error);
  // A peer that is gone already must not bring the server down.
  stream.on('error', () => stream.destroy());
  stream.respond({
    ':status': refusal.status,
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  stream.end(JSON.stringify(toErrorEnvelope(refusal)));
}
