import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatastoreError, Status } from '../errors.js';
import { ADMIN_ACTIONS, parseAdminBody, type AdminAction } from './admin.js';
import type { Instance } from './instance.js';

const MAX_BODY_BYTES = 64 * 1024;

// Tells the embedded Datastore from Google's emulators, which answer `GET /` alike; the number is that of the paths below.
const EMBEDDED_HEADER = 'App-Test-Datastore';
const EMBEDDED_PROTOCOL = '1';

/**
 * Plain HTTP beside gRPC: `GET /` says that the Datastore is up; `POST /reset` empties it, `POST /fork` and
 * `POST /drop` copy and remove a namespace.
 */
export function answerHttp(
  instance: Instance,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = (request.url ?? '/').split('?', 1)[0]!;
  const action = ADMIN_ACTIONS.get(path);
  if (action === undefined || request.method !== 'POST' || isFromPage(request)) {
    request.resume();
    if (path === '/') return answer(response, 200, 'Ok');
    if (action === undefined) return answer(response, 404, 'Not Found');
    if (request.method === 'POST') return answer(response, 403, 'Forbidden');
    response.setHeader('Allow', 'POST');
    return answer(response, 405, 'Method Not Allowed');
  }
  readBody(request, (text) => {
    if (text === undefined) {
      response.setHeader('Connection', 'close');
      return answer(response, 413, `The body must not be longer than ${MAX_BODY_BYTES} bytes.`);
    }
    void runAction(instance, action, text, response);
  });
}

async function runAction(
  instance: Instance,
  action: AdminAction,
  text: string,
  response: ServerResponse,
): Promise<void> {
  let done: string;
  try {
    done = await instance.change(() => action.run(instance, parseAdminBody(action, text)));
  } catch (error) {
    if (error instanceof DatastoreError) {
      return answer(response, error.code === Status.INTERNAL ? 500 : 400, error.details);
    }
    return answer(response, 500, `The embedded Datastore failed: ${String(error)}`);
  }
  answer(response, 200, done);
}

/** A page that a browser has open must not be able to change the database behind the developer's back. */
function isFromPage(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  const isCrossSite = site !== undefined && site !== 'none' && site !== 'same-origin';
  return request.headers.origin !== undefined || isCrossSite;
}

/** Hands over the body of a request, or undefined as soon as it is too long. */
function readBody(request: IncomingMessage, done: (text: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    chunks.push(chunk);
    if (length <= MAX_BODY_BYTES) return;
    request.removeAllListeners('data').removeAllListeners('end').resume();
    done(undefined);
  });
  request.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}

function answer(response: ServerResponse, status: number, text: string): void {
  // Google's emulators name none: by it `app-test doctor` tells them apart.
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    Server: 'app-test-datastore',
    [EMBEDDED_HEADER]: EMBEDDED_PROTOCOL,
  });
  response.end(`${text}\n`);
}
