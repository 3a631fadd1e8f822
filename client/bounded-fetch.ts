import { AppTestError } from '../protocol/index.js';
import { type BaseUrl, toAuthorization } from './base-url.js';
import { explainFailure, isRefused } from './network-failure.js';
import type { ResolvedRequestOptions } from './options.js';

/** Status hooks may add entries, but a test server's answer is never longer than this. */
const longestBody = 8 * 1024 * 1024;

/** One request to a server. */
export interface Call {
  base: BaseUrl;
  /** `/_test/config/status`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  cookie?: string;
  /** Sent as JSON; absent: no body. */
  payload?: unknown;
}

/** An answer, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * POSTs without following redirects, bounded in time and in the answer's length.
 *
 * @throws {AppTestError} `SERVER_UNREACHABLE` (`details.refused` says whether nobody listens there),
 * `SERVER_TIMEOUT` or `SERVER_RESPONSE_INVALID`.
 */
export async function post(
  call: Call,
  { timeoutMs, signal }: Pick<ResolvedRequestOptions, 'timeoutMs' | 'signal'>,
): Promise<Answer> {
  const url = call.base.href;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(toTarget(call), {
      method: 'POST',
      redirect: 'manual',
      headers: listHeaders(call),
      signal: signal === null ? timeout : AbortSignal.any([timeout, signal]),
      ...('payload' in call ? { body: JSON.stringify(call.payload) } : {}),
    });
    const text = await readBounded(response);
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof AppTestError) throw error;
    if (timeout.aborted) {
      throw new AppTestError({
        code: 'SERVER_TIMEOUT',
        message: `The server at ${url} did not answer ${call.path} within ${timeoutMs / 1000} s.`,
        next: 'See whether it hangs (a dead database?), or raise timeoutMs.',
        details: { url, timeoutMs },
      });
    }
    throw new AppTestError({
      code: 'SERVER_UNREACHABLE',
      ...explainFailure(url, error),
      cause: error,
      details: { url, refused: isRefused(error) },
    });
  }
}

function toTarget({ base, path, query }: Call): string {
  const search = new URLSearchParams(query).toString();
  return `${base.href}${path}${search === '' ? '' : `?${search}`}`;
}

function listHeaders(call: Call): Record<string, string> {
  const authorization = toAuthorization(call.base);
  return {
    accept: 'application/json',
    ...('payload' in call ? { 'content-type': 'application/json' } : {}),
    ...(authorization === null ? {} : { authorization }),
    ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
  };
}

async function readBounded(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    // Leaving the loop cancels the rest.
    if (length > longestBody) {
      throw new AppTestError({
        code: 'SERVER_RESPONSE_INVALID',
        message: `The answer of ${response.url} is longer than ${longestBody} bytes.`,
        next: 'See what answers there: a test server does not do that.',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
