import {
  AppTestError,
  baseNamespace,
  defaultDatabase,
  hashToken,
  isToken,
  quoteValue,
  sessionNamespace,
  type StatusResponse,
} from '../protocol/index.js';
import type { ResolvedExpectations } from './expectations.js';

/** One thing that a status answer must prove. */
interface Check {
  field: string;
  holds: boolean;
  actual: unknown;
  expected: unknown;
  message: string;
  next: string;
}

/**
 * Compares a status answer with what is expected, in this order: test_mode, is_dev_server, database,
 * session, namespace, project, token, hash.
 *
 * @param session - The named session that was asked for; empty is the process session.
 * @throws {AppTestError} `EXPECTATION_FAILED` for the first that does not hold; its `details` are
 * `{ field, actual, expected, url }`. They never hold a token.
 */
export function checkStatus(
  url: string,
  body: Readonly<Record<string, unknown>>,
  expected: ResolvedExpectations,
  session = '',
): StatusResponse {
  for (const check of listChecks(url, body, expected, session)) {
    if (check.holds) continue;
    const { field, actual, expected: wanted, message, next } = check;
    throw new AppTestError({
      code: 'EXPECTATION_FAILED',
      message,
      next,
      details: { field, actual, expected: wanted, url },
    });
  }
  return body as StatusResponse;
}

function* listChecks(
  url: string,
  body: Readonly<Record<string, unknown>>,
  expected: ResolvedExpectations,
  session: string,
): Generator<Check> {
  const server = `The server at ${url}`;
  const { owner } = expected;
  for (const field of ['test_mode', 'is_dev_server'] as const) {
    yield {
      field,
      holds: body[field] === true,
      actual: body[field],
      expected: true,
      message: `${server} reports ${field} ${quoteValue(body[field])}, not true.`,
      next: 'Start it as a development server with APP_TEST=1, or point the tests at another one.',
    };
  }
  yield {
    field: 'database',
    holds: body.database === expected.database,
    actual: body.database,
    expected: expected.database,
    message: `${server} is on database ${quoteValue(body.database)}, not ${quoteValue(expected.database)}.`,
    next: `Start it with ${startFor(expected.database)}, or set ${owner}.database.`,
  };
  const named = body.session ?? '';
  yield {
    field: 'session',
    holds: named === session,
    actual: named,
    expected: session,
    message: `${server} answered with session ${quoteValue(named)}, not ${quoteValue(session)}.`,
    next: 'A server that knows no named sessions needs a newer app-test.',
  };
  yield checkNamespace(server, body.namespace, expected, session);
  const { projectId } = expected;
  yield {
    field: 'project_id',
    holds:
      typeof body.project_id === 'string' &&
      (projectId === undefined || body.project_id === projectId),
    actual: body.project_id,
    expected: projectId,
    message: `${server} is in project ${quoteValue(body.project_id)}, not ${projectId === undefined ? 'a named one' : quoteValue(projectId)}.`,
    next: `Start it in that project, or set ${owner}.projectId.`,
  };
  const isWellFormed = isToken(body.token);
  yield {
    field: 'token',
    holds: isWellFormed,
    actual: typeof body.token,
    expected: '43 characters of URL-safe base64',
    message: `${server} reported no well-formed session token.`,
    next: 'A token has 43 characters of URL-safe base64; see what answers in its place.',
  };
  const computed = hashToken(body.token as string);
  yield {
    field: 'token_hash',
    holds: body.token_hash === computed,
    actual: body.token_hash,
    expected: computed,
    message: `${server} reported token_hash ${quoteValue(body.token_hash)}, which is not the hash of its token, ${quoteValue(computed)}.`,
    next: 'See what answers in its place.',
  };
  const { tokenHash } = expected;
  yield {
    field: 'token_hash',
    holds: tokenHash === undefined || computed === tokenHash,
    actual: computed,
    expected: tokenHash,
    message: `${server} holds a session with token hash ${quoteValue(computed)}, not ${quoteValue(tokenHash)}.`,
    next: `It is another session, or another day's; set ${owner}.tokenHash, or leave it out.`,
  };
}

/** What puts a server on a database. */
function startFor(database: string): string {
  return database === defaultDatabase ? 'APP_TEST=1' : `APP_TEST=1 APP_TEST_DATABASE=${database}`;
}

function checkNamespace(
  server: string,
  reported: unknown,
  expected: ResolvedExpectations,
  session: string,
): Check {
  const { namespace, owner } = expected;
  const isWellFormed = reported === null || typeof reported === 'string';
  const base = isWellFormed ? baseNamespace(reported, session) : undefined;
  // People name the server's own namespace; what a named session makes of it is our affair.
  const actual = base === undefined ? reported : base;
  const show = (value: unknown) =>
    value === null ? 'the default namespace' : `namespace ${quoteValue(value)}`;
  return {
    field: 'namespace',
    holds: base !== undefined && (namespace === undefined || base === namespace),
    actual: reported,
    expected: namespace === undefined ? undefined : sessionNamespace(namespace, session),
    message: `${server} is in ${show(actual)}, not in ${namespace === undefined ? 'a namespace or the default one' : show(namespace)}.`,
    next: `Start it with APP_TEST=${namespace ?? 1}, or set ${owner}.namespace.`,
  };
}
