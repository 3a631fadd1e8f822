import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppTestError } from '../../protocol/index.js';
import type { HandlerRequest } from '../handler.js';
import { escapeHtml, renderPage, sendPage } from './page.js';
import { wantsPage } from './refuse.js';
import { isUnderContainer, rawPath, rawTarget } from './request-path.js';

// A browser withholds a Strict cookie from a navigation that another site started, a login provider's
// redirect for one. A navigation that our own page starts afterwards carries it again.
const parameter = 'app-test-return';
const lifetimeMs = 60_000;
const most = 1000;
const markers = new Map<string, number>();

/** Says whether a refused request may be such a return, and so deserves a second navigation. */
export function isThirdPartyReturn(request: HandlerRequest): boolean {
  if (request.method !== 'GET' || !wantsPage(request)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'cross-site') return false;
  const path = rawPath(request);
  if (!staysOnHost(path) || isUnderContainer(path)) return false;
  return readMarker(request) === undefined;
}

/** Says why a form that another site posts is refused: nothing can send it again with the cookie. */
export function explainCrossSitePost(request: IncomingMessage, error: AppTestError): AppTestError {
  const site = request.headers['sec-fetch-site'];
  if (site !== 'cross-site' || request.method === 'GET') return error;
  return new AppTestError({
    code: error.code,
    message: `${error.reason} Another site's page sent it, and browsers withhold a SameSite=Strict cookie from such a ${request.method}.`,
    next: 'Have the other site come back with a GET, as login providers do by default, or test that step without it.',
  });
}

/** Answers 403 with a page that navigates to the same address, this time from this site. */
export function sendReturnPage(
  request: IncomingMessage,
  response: ServerResponse,
  error: AppTestError,
): void {
  const marker = issueMarker(Date.now());
  response.statusCode = 403;
  sendPage(
    request,
    response,
    renderPage(
      'Returning to the application',
      `<p>${escapeHtml(error.reason)}</p>
<p>You may have arrived from another site, in which case the browser withheld the session cookie.
This page loads the same address once more, from this site.</p>
<noscript><p>That needs JavaScript.</p></noscript>`,
    ),
    `const address = new URL(location.href);
address.search += (address.search === '' ? '?' : '&') + '${parameter}=${marker}';
location.replace(address);`,
  );
}

/**
 * Redirects an admitted request that carries one of our markers to its address without it.
 *
 * @returns Whether the request was answered.
 */
export function redirectMarkedReturn(request: HandlerRequest, response: ServerResponse): boolean {
  const marker = readMarker(request);
  if (request.method !== 'GET' || !staysOnHost(rawPath(request))) return false;
  if (marker === undefined || !markers.delete(marker)) return false;
  response.statusCode = 303;
  response.setHeader('Location', removeMarker(rawTarget(request)));
  response.setHeader('Cache-Control', 'no-store');
  response.end();
  return true;
}

/** A target that begins with two slashes would send the browser to another host. */
function staysOnHost(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

function readMarker(request: HandlerRequest): string | undefined {
  return new RegExp(`[?&]${parameter}=([\\w-]{22})(?:&|$)`).exec(rawTarget(request))?.[1];
}

/** The target without our parameter, every other byte as it was. */
function removeMarker(target: string): string {
  return target.replace(
    new RegExp(`([?&])${parameter}=[\\w-]{22}(&|$)`),
    (_, before: string, after: string) => (after === '&' ? before : ''),
  );
}

function issueMarker(now: number): string {
  for (const [marker, expiry] of markers) {
    // Insertion order is expiry order.
    if (expiry > now && markers.size < most) break;
    markers.delete(marker);
  }
  const marker = randomBytes(16).toString('base64url');
  markers.set(marker, now + lifetimeMs);
  return marker;
}
