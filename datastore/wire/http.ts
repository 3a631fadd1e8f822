import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Instance } from './instance.js';

/** Plain HTTP beside gRPC: `GET /` says that the Datastore is up, `POST /reset` empties it. */
export function answerHttp(
  instance: Instance,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  request.resume();
  if (pathname === '/') return answer(response, 200, 'Ok');
  if (pathname !== '/reset') return answer(response, 404, 'Not Found');
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return answer(response, 405, 'Method Not Allowed');
  }
  // A page that a browser has open must not be able to empty the database behind the developer's back.
  if (request.headers.origin !== undefined || isCrossSite(request)) {
    return answer(response, 403, 'Forbidden');
  }
  instance.reset();
  return answer(response, 200, 'Resetting...');
}

function isCrossSite(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'none' && site !== 'same-origin';
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
