import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  AppTestError,
  bootstrapPath,
  isAppTestError,
  toErrorEnvelope,
} from '../../protocol/index.js';
import { escapeHtml, renderPage, sendPage } from './page.js';

/** Answers a request with an error: JSON, or a small page for a browser's navigation. */
export function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const refusal = toAppTestError(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.statusCode = refusal.status;
  response.setHeader('Cache-Control', 'no-store');
  closeAfterLargeBody(request, response);
  if (wantsPage(request)) {
    sendPage(request, response, renderRefusal(refusal));
    return;
  }
  sendJson(request, response, toErrorEnvelope(refusal));
}

/** Sends a value as JSON with the status already set. */
export function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value ?? null);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Says whether a request is a browser's navigation, a form's post among them: one that wants a page. */
export function wantsPage(request: IncomingMessage): boolean {
  const mode = request.headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate') return false;
  return (request.headers.accept ?? '').includes('text/html');
}

/** Gives any thrown value a code; what is not ours keeps its message and loses its stack. */
export function toAppTestError(error: unknown): AppTestError {
  if (isAppTestError(error)) return error;
  return new AppTestError({
    code: 'INTERNAL',
    message: `The server failed: ${error instanceof Error ? error.message : String(error)}.`,
    cause: error,
    status: 500,
  });
}

/**
 * Closes the connection after an answer to a request whose body is large or endless. What is still coming is
 * read and dropped for a while: closing at once would reset the connection and lose the answer.
 */
export function closeAfterLargeBody(request: IncomingMessage, response: ServerResponse): void {
  const length = Number(request.headers['content-length'] ?? 0);
  const isBounded = request.headers['transfer-encoding'] === undefined && length <= 65_536;
  if (isBounded || request.httpVersionMajor !== 1) return;
  response.setHeader('Connection', 'close');
  response.once('finish', () => dropRest(request));
}

const dropForMs = 2000;
const dropBytes = 64 * 1024 * 1024;

function dropRest(request: IncomingMessage): void {
  if (request.complete) return;
  let dropped = 0;
  const timer = setTimeout(() => request.socket.destroy(), dropForMs);
  request.once('close', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > dropBytes) request.socket.destroy();
  });
  request.resume();
}

/** Refusals that a new session ends. */
const endedBySession: ReadonlySet<string> = new Set([
  'NO_TOKEN_ISSUED',
  'TOKEN_MISSING',
  'TOKEN_DUPLICATE',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
]);

function renderRefusal(error: AppTestError): string {
  const next = error.next === undefined ? '' : `<p>${escapeHtml(error.next)}</p>`;
  const enter = endedBySession.has(error.code)
    ? `<p><a href="${bootstrapPath('enter')}">Start a test session in this browser</a>, then load the page again.</p>`
    : '';
  return renderPage(
    'Refused by app-test',
    `<p>${escapeHtml(error.reason)}</p>${next}${enter}
<p class="code">${error.code}</p>`,
  );
}
