import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppTestError, quoteValue } from '../../protocol/index.js';
import { isHttps } from './token-cookie.js';

/** Who may call the bootstrap endpoints from a browser. */
export interface CallerPolicy {
  /** Origins beside the server's own, such as `http://localhost:5173`. */
  allowedOrigins: readonly string[];
  /** Host names beside localhost and IP addresses. */
  allowedHosts: readonly string[];
}

/**
 * Refuses a bootstrap request that another site's page may have sent: the POST rule alone does not stop
 * a body-less cross-origin POST, which needs no preflight (Fetch standard, CORS protocol).
 *
 * @throws {AppTestError} `HOST_NOT_ALLOWED`, `CROSS_SITE` or `ORIGIN_NOT_ALLOWED`, each naming its option.
 */
export function checkCaller(request: IncomingMessage, policy: CallerPolicy): void {
  const host = readHost(request);
  checkHost(host, policy);
  const origin = request.headers.origin;
  if (origin !== undefined && policy.allowedOrigins.includes(origin)) return;
  const site = request.headers['sec-fetch-site'];
  // No page can forge this header, and behind a TLS proxy the origin differs from what we see of it.
  if (site === 'same-origin') return;
  checkFetchSite(site);
  checkOrigin(request, host, origin);
}

function checkHost(header: string | undefined, { allowedHosts }: CallerPolicy): void {
  const name = readHostName(header);
  if (name !== undefined && (isLocalName(name) || allowedHosts.includes(name))) return;
  throw new AppTestError({
    code: 'HOST_NOT_ALLOWED',
    message: `The request names the host ${quoteValue(header ?? '')}, which could be another site's name for this server (DNS rebinding).`,
    next: `Use localhost or an IP address, or allow the name with the option allowedHosts (APP_TEST_ALLOWED_HOSTS=${name ?? 'NAME'}).`,
  });
}

function checkFetchSite(site: string | string[] | undefined): void {
  if (site === undefined || site === 'none') return;
  throw new AppTestError({
    code: 'CROSS_SITE',
    message: `The request comes from another site's page (Sec-Fetch-Site: ${quoteValue(site)}).`,
    next: "Call it from the server's own pages or a test runner, or name the page's origin in the option allowedOrigins.",
  });
}

function checkOrigin(
  request: IncomingMessage,
  host: string | undefined,
  origin: string | undefined,
): void {
  if (origin === undefined) return;
  const own = `${isHttps(request) ? 'https' : 'http'}://${host}`;
  if (origin !== 'null' && origin.toLowerCase() === own.toLowerCase()) return;
  throw new AppTestError({
    code: 'ORIGIN_NOT_ALLOWED',
    message: `The request comes from the origin ${quoteValue(origin)}; the server's own is '${own}'.`,
    next: 'Name the origin in the option allowedOrigins if its pages may start test sessions.',
  });
}

/** HTTP/2 names the host in a pseudo-header (RFC 9113, section 8.3.1). */
function readHost({ headers }: IncomingMessage): string | undefined {
  return headers.host ?? (headers[':authority'] as string | undefined);
}

/** The lower-case name in a Host header, without port and brackets; `undefined` if it is no host. */
function readHostName(header: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:@/\\[\]\s]+))(?::\d{1,5})?$/i.exec(header ?? '');
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}
