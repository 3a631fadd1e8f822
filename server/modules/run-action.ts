import type { ServerResponse } from 'node:http';
import { stringifySetCookie } from 'cookie';
import { AppTestError, isAppTestError } from '../../protocol/index.js';
import type { HandlerRequest } from '../handler.js';
import { sendJson } from '../http/refuse.js';
import { currentSession } from '../redirect/index.js';
import { readNamespace } from '../session/sessions.js';
import { requireTriple } from '../session/triple.js';
import { readPayload } from './read-payload.js';
import type { ActionContext, TestModule } from './test-module.js';

/**
 * Runs one action of a test module and answers with what it returns, as JSON.
 *
 * @throws {AppTestError} `METHOD_NOT_ALLOWED`, `ACTION_NOT_FOUND`, `ACTION_FAILED`, or what reading the payload throws.
 */
export async function runAction(
  { name, module, action }: { name: string; module: TestModule; action: string },
  request: HandlerRequest,
  response: ServerResponse,
): Promise<void> {
  const run = Object.hasOwn(module, action) ? module[action] : undefined;
  if (run === undefined) throw createNotFound(name, module, action);
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    throw new AppTestError({
      code: 'METHOD_NOT_ALLOWED',
      message: `/_test/${name}/${action} answers POST, not ${request.method}.`,
      status: 405,
    });
  }
  const payload = await readPayload(request);
  const result = await runGuarded(`${name}.${action}`, () =>
    run.call(module, payload, createContext(request, response)),
  );
  // An action that answered by itself has the last word.
  if (!response.headersSent) sendJson(request, response, result);
}

async function runGuarded(label: string, run: () => unknown): Promise<unknown> {
  try {
    const result = await run();
    JSON.stringify(result);
    return result;
  } catch (cause) {
    if (isAppTestError(cause)) throw cause;
    throw new AppTestError({
      code: 'ACTION_FAILED',
      message: `The action ${label} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
      status: 500,
    });
  }
}

function createContext(request: HandlerRequest, response: ServerResponse): ActionContext {
  return {
    request,
    response,
    session: describeSession(),
    setCookie(name, value, options) {
      response.appendHeader(
        'Set-Cookie',
        stringifySetCookie({ path: '/', ...options, name, value }),
      );
    },
  };
}

function describeSession(): ActionContext['session'] {
  const name = currentSession();
  return { ...requireTriple(), name, namespace: readNamespace(name) };
}

function createNotFound(name: string, module: TestModule, action: string): AppTestError {
  return new AppTestError({
    code: 'ACTION_NOT_FOUND',
    message: `The test module '${name}' has no action '${action.slice(0, 80)}'.`,
    next: `It has: ${Object.keys(module).join(', ') || 'none'}.`,
    status: 404,
  });
}
