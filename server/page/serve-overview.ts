import type { ServerResponse } from 'node:http';
import { AppTestError, bootstrapPath, containerPath, quoteValue } from '../../protocol/index.js';
import { inOwnTurn } from '../config/in-own-turn.js';
import { finishSession } from '../config/lifecycle.js';
import { clearData } from '../data/replace-data.js';
import type { HandlerRequest } from '../handler.js';
import { checkCaller } from '../http/caller.js';
import { renderPage, sendPage } from '../http/page.js';
import { readQuery } from '../http/request-path.js';
import { expireTokenCookie } from '../http/token-cookie.js';
import { currentSession } from '../redirect/index.js';
import { getRuntime } from '../runtime.js';
import { renderOverview } from './render-overview.js';

/**
 * Serves `/_test/`, for people who browse by hand: what the server is on, and two buttons. They are forms that post, so that
 * they need no script.
 *
 * @throws {AppTestError} `METHOD_NOT_ALLOWED`, `NOT_FOUND`, or what says that another site's page pressed the button: cookies
 * do not tell the ports of a host apart, nor does SameSite.
 */
export async function serveOverview(
  request: HandlerRequest,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    sendPage(request, response, await renderOverview(currentSession()));
    return;
  }
  if (request.method !== 'POST') throw refuseMethod(request, response);
  checkCaller(request, getRuntime().policy);
  const action = readQuery(request).get('do');
  if (action === 'reset') await reset(response);
  else if (action === 'finish') await finish(request, response);
  else throw createNotFound(action);
}

async function reset(response: ServerResponse): Promise<void> {
  await inOwnTurn(clearData);
  response.statusCode = 303;
  response.setHeader('Location', `${containerPath}/`);
  response.end();
}

async function finish(request: HandlerRequest, response: ServerResponse): Promise<void> {
  await finishSession({ session: currentSession(), lease: null }, () =>
    expireTokenCookie(request, response),
  );
  sendPage(
    request,
    response,
    renderPage(
      'Test session ended',
      `<p>The session has ended, and the cookie is gone from this browser.</p>
<p><a href="${bootstrapPath('enter')}">Start a test session in this browser</a></p>`,
    ),
  );
}

function refuseMethod({ method }: HandlerRequest, response: ServerResponse): AppTestError {
  response.setHeader('Allow', 'GET, HEAD, POST');
  return new AppTestError({
    code: 'METHOD_NOT_ALLOWED',
    message: `${containerPath}/ answers GET and POST, not ${method}.`,
    next: 'Open it in a browser.',
    status: 405,
  });
}

function createNotFound(action: string | null): AppTestError {
  return new AppTestError({
    code: 'NOT_FOUND',
    message: `${containerPath}/?do=${quoteValue(action ?? '')} is nothing that can be done.`,
    next: 'There are: ?do=reset, ?do=finish.',
    status: 404,
  });
}
