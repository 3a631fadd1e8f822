import {
  AppTestError,
  bootstrapPath,
  type FinishResponse,
  isToken,
  tokenCookieName,
} from '../protocol/index.js';
import { type BaseUrl, parseBaseUrl } from './base-url.js';
import { post } from './bounded-fetch.js';
import {
  type RequestOptions,
  type ResolvedRequestOptions,
  resolveRequestOptions,
  toQuery,
} from './options.js';
import { invalidAnswer, parseObject, toRefusal } from './read-answer.js';

/**
 * Ends a server's session; with a lease, releases that lease and ends the session if it was the last.
 *
 * @param baseUrl - The server's URL; `undefined` is `APP_TEST_URL`.
 * @param token - What status reported.
 * @throws {AppTestError} `OPTION_INVALID`, `SERVER_UNREACHABLE`, `SERVER_TIMEOUT`,
 * `SERVER_RESPONSE_INVALID`, or the server's own code when it refused.
 */
export async function finish(
  baseUrl: string | undefined,
  token: string,
  options?: RequestOptions,
): Promise<FinishResponse> {
  const base = parseBaseUrl(baseUrl ?? process.env.APP_TEST_URL, 'baseUrl');
  return await finishSession(base, token, resolveRequestOptions('finish', options));
}

/** {@link finish}, after its arguments have been read. */
export async function finishSession(
  base: BaseUrl,
  token: string,
  options: ResolvedRequestOptions,
): Promise<FinishResponse> {
  if (!isToken(token)) {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: 'finish was called with something that is not a session token.',
      next: 'Pass the token that status reported: 43 characters of URL-safe base64.',
    });
  }
  const answer = await post(
    {
      base,
      path: bootstrapPath('finish'),
      query: toQuery(options),
      cookie: `${tokenCookieName}=${token}`,
    },
    options,
  );
  const body = parseObject(answer);
  if (answer.status !== 200) throw toRefusal(base.href, answer);
  if (body?.finished !== true || typeof body.had_token !== 'boolean') {
    throw invalidAnswer(base.href, answer, 'is not what finish answers');
  }
  return body as unknown as FinishResponse;
}
