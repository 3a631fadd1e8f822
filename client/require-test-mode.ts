import { AppTestError, type StatusResponse } from '../protocol/index.js';
import { parseBaseUrl } from './base-url.js';
import { detectServer } from './detect-server.js';
import { type Expectations, resolveExpectations } from './expectations.js';
import { type RequireOptions, resolveRequestOptions } from './options.js';

/**
 * Proves that a server is in test mode, on the expected database, before anything is tested on it,
 * and opens its session.
 *
 * @param baseUrl - The server's URL; `undefined` is `APP_TEST_URL`.
 * @throws {AppTestError} `EXPECTATION_FAILED`, `NOT_A_TEST_SERVER`, `SERVER_UNREACHABLE`,
 * `SERVER_TIMEOUT`, `SERVER_RESPONSE_INVALID`, or the server's own code when it refused.
 * @example
 * ```ts
 * import { requireTestMode, finish } from 'app-test/client';
 *
 * const status = await requireTestMode('http://localhost:8080', { database: 'app-tests' });
 * const cookie = `app-test-token=${status.token}`; // send it with every request
 * await finish('http://localhost:8080', status.token);
 * ```
 */
export async function requireTestMode(
  baseUrl: string | undefined,
  expected?: Expectations,
  options?: RequireOptions,
): Promise<StatusResponse> {
  const base = parseBaseUrl(baseUrl ?? process.env.APP_TEST_URL, nameSource(baseUrl));
  const detected = await detectServer(
    base,
    resolveExpectations(expected),
    resolveRequestOptions('requireTestMode', options),
  );
  if (detected.kind === 'test') return detected.status;
  throw notATestServer(base.href, detected.reason);
}

/** The error for a server that is certainly not in test mode. */
export function notATestServer(url: string, reason: string): AppTestError {
  return new AppTestError({
    code: 'NOT_A_TEST_SERVER',
    message: `The server at ${url} is not in test mode: it ${reason} where status should be.`,
    next: 'Start it with APP_TEST=1, or correct the URL.',
    details: { url },
  });
}

function nameSource(baseUrl: string | undefined): string {
  return baseUrl === undefined ? 'APP_TEST_URL' : 'baseUrl';
}
