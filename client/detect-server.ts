import { setTimeout as delay } from 'node:timers/promises';
import {
  AppTestError,
  bootstrapPath,
  isAppTestError,
  parseErrorEnvelope,
  type StatusResponse,
} from '../protocol/index.js';
import type { BaseUrl } from './base-url.js';
import { type Answer, post } from './bounded-fetch.js';
import { checkStatus } from './check-status.js';
import type { ResolvedExpectations } from './expectations.js';
import { type ResolvedRequestOptions, toQuery, toStatusQuery } from './options.js';
import { invalidAnswer, parseObject, toRefusal } from './read-answer.js';

/** What a server turned out to be. */
export type DetectedServer =
  | { kind: 'test'; status: StatusResponse }
  /** Certainly not in test mode; `reason` ends a sentence that begins with "the server". */
  | { kind: 'other'; reason: string };

const pauseBetweenAttempts = 250;

/**
 * Asks a server for its status and judges the answer. A server counts as another one only when it
 * shows that it does not know the endpoint: whatever is doubtful stops the run, so that a test
 * server in trouble is never taken for a live one.
 *
 * @throws {AppTestError} the server's own code when it refused, `EXPECTATION_FAILED`,
 * `SERVER_UNREACHABLE`, `SERVER_TIMEOUT` or `SERVER_RESPONSE_INVALID`.
 */
export async function detectServer(
  base: BaseUrl,
  expected: ResolvedExpectations,
  options: ResolvedRequestOptions,
): Promise<DetectedServer> {
  const url = base.href;
  const answer = await askOnceListening(base, options);
  const type = answer.headers.get('content-type') ?? 'nothing that it names';
  const isJson = /[/+]json\b/i.test(type);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess && isJson) {
    const body = parseObject(answer);
    if (body === undefined) throw invalidAnswer(url, answer, 'is not a JSON object');
    return { kind: 'test', status: await checkOrRelease(base, body, expected, options) };
  }
  if (isSuccess) return { kind: 'other', reason: `answers ${answer.status} with ${type}` };
  if (parseErrorEnvelope(parseObject(answer)) !== undefined) throw toRefusal(url, answer);
  if (answer.status >= 500) throw invalidAnswer(url, answer, 'is an error of the server');
  return { kind: 'other', reason: describeRejection(answer) };
}

/** Asking has opened the lease; on a server that is not the expected one it shall not stay. */
async function checkOrRelease(
  base: BaseUrl,
  body: Readonly<Record<string, unknown>>,
  expected: ResolvedExpectations,
  options: ResolvedRequestOptions,
): Promise<StatusResponse> {
  const { lease, session, timeoutMs, signal } = options;
  try {
    return checkStatus(base.href, body, expected, session ?? '');
  } catch (error) {
    if (lease !== null && body.test_mode === true) {
      const finish = { base, path: bootstrapPath('finish'), query: toQuery(options) };
      // What was found wrong matters more than that it went on.
      await post(finish, { timeoutMs, signal }).catch(() => undefined);
    }
    throw error;
  }
}

async function askOnceListening(base: BaseUrl, options: ResolvedRequestOptions): Promise<Answer> {
  const { waitMs, signal, onWait } = options;
  const query = toStatusQuery(options);
  const deadline = performance.now() + waitMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await post({ base, path: bootstrapPath('status'), query }, options);
    } catch (error) {
      if (!isAppTestError(error) || error.details.refused !== true) throw error;
      if (performance.now() + pauseBetweenAttempts > deadline) throw tellWait(error, waitMs);
      if (attempt === 0) onWait?.();
      await delay(pauseBetweenAttempts, undefined, signal === null ? {} : { signal });
    }
  }
}

function tellWait(error: AppTestError, waitMs: number): AppTestError {
  if (waitMs === 0) return error;
  return new AppTestError({
    code: error.code,
    message: `${error.reason} That was so for ${waitMs / 1000} s.`,
    ...(error.next === undefined ? {} : { next: error.next }),
    cause: error.cause,
    details: { ...error.details, waitMs },
  });
}

function describeRejection({ status, headers }: Answer): string {
  const location = headers.get('location');
  return location === null
    ? `answers ${status}`
    : `answers ${status} and redirects to ${location.slice(0, 200)}`;
}
