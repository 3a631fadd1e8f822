import type { ServerResponse } from 'node:http';
import {
  AppTestError,
  bootstrapMethods,
  type BootstrapName,
  bootstrapPath,
  checkName,
  containerPath,
  hashToken,
  quoteValue,
} from '../../protocol/index.js';
import { checkConsistency } from '../consistency.js';
import { requireDevServer } from '../dev-server.js';
import type { HandlerRequest } from '../handler.js';
import { checkCaller } from '../http/caller.js';
import { escapeHtml, renderPage, sendPage } from '../http/page.js';
import { closeAfterLargeBody, refuse, sendJson } from '../http/refuse.js';
import { readQuery } from '../http/request-path.js';
import { expireTokenCookie, setTokenCookie } from '../http/token-cookie.js';
import { getRuntime } from '../runtime.js';
import { session } from '../session/session.js';
import { readNamespace } from '../session/sessions.js';
import { requireTriple } from '../session/triple.js';
import { enterSession, finishSession, openSession, type SessionCall } from './lifecycle.js';

/** Serves one bootstrap endpoint. */
export type ConfigModule = (
  name: BootstrapName,
  request: HandlerRequest,
  response: ServerResponse,
) => Promise<void>;

/**
 * Makes the configuration module: status, enter and finish (spec 4).
 *
 * @throws {AppTestError} `NOT_DEV_SERVER` or `NOT_ACTIVATED` at startup (spec 1, safety mechanism 3).
 */
export function createConfigModule(): ConfigModule {
  requireDevServer('The configuration module');
  requireActivated();
  return async (name, request, response) => {
    try {
      response.setHeader('Cache-Control', 'no-store');
      checkMethod(name, request, response);
      checkCaller(request, getRuntime().policy);
      checkConsistency();
      closeAfterLargeBody(request, response);
      await endpoints[name](request, response);
    } catch (error) {
      refuse(request, response, error);
    }
  };
}

/** Refuses to set up a module of test mode before activation. */
export function requireActivated(): void {
  if (session.isActive()) return;
  throw new AppTestError({
    code: 'NOT_ACTIVATED',
    message: 'The process is not activated: activate() was not called.',
    next: 'activate() must be called at the very top of the main file, before the modules package is imported.',
  });
}

const endpoints: Record<
  BootstrapName,
  (request: HandlerRequest, response: ServerResponse) => Promise<void>
> = {
  async status(request, response) {
    sendJson(request, response, await openSession(readCall(request)));
  },
  async enter(request, response) {
    const { session } = readCall(request);
    const token = await enterSession(session);
    setTokenCookie(request, response, token);
    sendPage(request, response, renderEntered(session, token));
  },
  async finish(request, response) {
    const answer = await finishSession(readCall(request), () =>
      expireTokenCookie(request, response),
    );
    sendJson(request, response, answer);
  },
};

function checkMethod(
  name: BootstrapName,
  { method }: HandlerRequest,
  response: ServerResponse,
): void {
  const allowed = bootstrapMethods[name];
  if (method === allowed) return;
  response.setHeader('Allow', allowed);
  throw new AppTestError({
    code: 'METHOD_NOT_ALLOWED',
    message: `${bootstrapPath(name)} answers ${allowed}, not ${method}.`,
    next: name === 'enter' ? 'Open it in a browser.' : `Send a ${allowed} request.`,
    status: 405,
  });
}

function readCall(request: HandlerRequest): SessionCall {
  const query = readQuery(request);
  const call = {
    session: readName(query, 'session') ?? '',
    lease: readName(query, 'lease') ?? null,
    from: readName(query, 'from') ?? null,
    baseline: readName(query, 'baseline') ?? null,
    isEmpty: readEmpty(query),
  };
  if (call.baseline !== null) checkBaseline(call);
  if (call.from !== null) checkFrom(call);
  if (call.isEmpty) checkEmpty(call);
  return call;
}

function readEmpty(query: URLSearchParams): boolean {
  const [value, ...more] = query.getAll('empty');
  if (value === undefined) return false;
  if (value === '1' && more.length === 0) return true;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `?empty= is ${quoteValue(value)}${more.length === 0 ? '' : ', and given more than once'}.`,
    next: 'Give ?empty=1, or leave it out.',
    status: 400,
  });
}

function checkEmpty({ session, from, baseline }: SessionCall): void {
  if (session !== '' && from === null && baseline === null) return;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: '?empty=1 is for a named session that begins with nothing.',
    next: 'Add ?session=NAME, and leave ?from= and ?baseline= out.',
    status: 400,
  });
}

function checkFrom({ session }: SessionCall): void {
  if (session !== '') return;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: '?from= is what a named session begins with, and no session is named.',
    next: 'Add ?session=NAME.',
    status: 400,
  });
}

function checkBaseline({ session, from }: SessionCall): void {
  if (session !== '' && from === null) return;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message:
      session === ''
        ? '?baseline= is what a named session begins with, and no session is named.'
        : '?from= and ?baseline= both name what the session is to begin with.',
    next: session === '' ? 'Add ?session=NAME.' : 'Give one of them.',
    status: 400,
  });
}

const parameterKinds = {
  session: 'session',
  lease: 'lease',
  from: 'session',
  baseline: 'namespace',
} as const;

function readName(
  query: URLSearchParams,
  parameter: keyof typeof parameterKinds,
): string | undefined {
  const [name, ...more] = query.getAll(parameter);
  if (name === undefined) return undefined;
  const kind = parameterKinds[parameter];
  if (more.length === 0) return checkName(kind, name, `?${parameter}=`);
  throw new AppTestError({
    code: 'NAME_INVALID',
    message: `?${parameter}= is given more than once.`,
    next: `Name one ${kind}.`,
    status: 400,
  });
}

function renderEntered(session: string, token: string): string {
  const { database, projectId } = requireTriple();
  const namespace = readNamespace(session);
  return renderPage(
    'Test session started',
    `<p>The session is armed, and the cookie is set: every page of this server that you open in this
browser now reads and writes the test database.</p>
<dl>
<dt>Database</dt><dd>${escapeHtml(database)}</dd>
<dt>Namespace</dt><dd>${escapeHtml(namespace ?? '(default)')}</dd>
<dt>Project</dt><dd>${escapeHtml(projectId)}</dd>
<dt>Token hash</dt><dd>${hashToken(token)}</dd>
</dl>
<p><a href="/">Go to the application</a></p>
<p><a href="${containerPath}/">Sessions and data of this server</a></p>`,
  );
}
