import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { stringifySetCookie } from 'cookie';
import { tokenCookieName } from '../../protocol/index.js';

/**
 * Every value that a Cookie header gives our cookie, as sent. Read from the raw header, because parsers
 * keep one of several cookies of a name (RFC 6265, section 5.4, allows several).
 */
export function readTokenCookies(header: string | undefined): string[] {
  if (header === undefined || !header.includes(tokenCookieName)) return [];
  const values: string[] = [];
  for (const pair of header.split(';')) {
    const separator = pair.indexOf('=');
    const name = separator === -1 ? pair : pair.slice(0, separator);
    if (name.trim() !== tokenCookieName) continue;
    values.push(separator === -1 ? '' : pair.slice(separator + 1).trim());
  }
  return values;
}

/** Sets the token cookie on a response (spec 2.4). */
export function setTokenCookie(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
): void {
  response.appendHeader('Set-Cookie', serializeTokenCookie(request, token));
}

/** Expires the token cookie on `Path=/` (spec 2.4). */
export function expireTokenCookie(request: IncomingMessage, response: ServerResponse): void {
  response.appendHeader('Set-Cookie', serializeTokenCookie(request, '', new Date(0)));
}

/** Says whether a request came over TLS to this process. */
export function isHttps(request: IncomingMessage): boolean {
  return (request.socket as Partial<TLSSocket>).encrypted === true;
}

function serializeTokenCookie(request: IncomingMessage, value: string, expires?: Date): string {
  return stringifySetCookie({
    name: tokenCookieName,
    value,
    path: '/',
    sameSite: 'strict',
    httpOnly: true,
    secure: isHttps(request),
    ...(expires === undefined ? {} : { expires, maxAge: 0 }),
  });
}
