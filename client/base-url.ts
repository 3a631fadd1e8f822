import { AppTestError, quoteValue } from '../protocol/index.js';

/** Where a server is: an address to show and to build on, and what its URL kept to itself. */
export interface BaseUrl {
  /** Without credentials and without a trailing slash: `http://localhost:8080/app`. */
  readonly href: string;
  /** User name and password of the URL, which must reach neither a message nor `fetch`. */
  readonly credentials: Readonly<{ username: string; password: string }> | null;
}

/**
 * Reads the URL of a server.
 *
 * @param source - Where the value is from, for the error: `testModeOptions.backendUrl`.
 * @throws {AppTestError} `OPTION_INVALID` if it is not an http or https URL, or has a query or a
 * fragment.
 */
export function parseBaseUrl(value: unknown, source: string): BaseUrl {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refuse(value, source, 'is not an http or https URL');
  }
  if (url.search !== '' || url.hash !== '') {
    throw refuse(`${url.origin}${url.pathname}`, source, 'had a query or a fragment');
  }
  const { username, password } = url;
  return Object.freeze({
    href: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    credentials:
      username === '' && password === ''
        ? null
        : Object.freeze({
            username: decodeURIComponent(username),
            password: decodeURIComponent(password),
          }),
  });
}

/** The `Authorization` header that stands for a URL's credentials. */
export function toAuthorization({ credentials }: BaseUrl): string | null {
  if (credentials === null) return null;
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8');
  return `Basic ${pair.toString('base64')}`;
}

function refuse(value: unknown, source: string, why: string): AppTestError {
  // 'localhost:8080' parses: as a URL of the scheme 'localhost:'.
  const missesScheme = typeof value === 'string' && /^[\w.-]+(?::\d+)?(?:\/|$)/.test(value);
  return new AppTestError({
    code: 'OPTION_INVALID',
    message: `The server's URL (${source}) ${why}: ${quoteValue(withoutCredentials(value))}.`,
    next: missesScheme
      ? `Did you mean 'http://${value}'?`
      : "Give it like 'http://localhost:8080', without query and fragment.",
    details: { option: source },
  });
}

function withoutCredentials(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\/\/[^/@]*@/, '//') : value;
}
