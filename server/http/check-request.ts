import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HandlerRequest } from '../handler.js';
import { bindEmitter, runInSession } from '../redirect/index.js';
import { refuse, toAppTestError } from './refuse.js';
import {
  explainCrossSitePost,
  isThirdPartyReturn,
  redirectMarkedReturn,
  sendReturnPage,
} from './third-party-return.js';
import { admitRequest } from './validator.js';

const admitted = Symbol.for('app-test.admitted.v1');

/** Says whether the check has already admitted a request. */
export function isAdmitted(request: IncomingMessage): boolean {
  return (request as { [admitted]?: true })[admitted] === true;
}

/** Checks one request, answers it if it is refused, and otherwise goes on inside its session. */
export function checkThenRun(
  request: HandlerRequest,
  response: ServerResponse,
  run: () => void,
): void {
  if (isAdmitted(request)) {
    run();
    return;
  }
  let session: string | undefined;
  try {
    const admission = admitRequest(request);
    if (admission.kind === 'session') session = admission.session;
  } catch (error) {
    answerRefused(request, response, error);
    return;
  }
  (request as { [admitted]?: true })[admitted] = true;
  if (session === undefined) {
    run();
    return;
  }
  if (redirectMarkedReturn(request, response)) return;
  runInSession(session, () => {
    bindEmitter(request);
    bindEmitter(response);
    run();
  });
}

function answerRefused(request: HandlerRequest, response: ServerResponse, error: unknown): void {
  const refusal = toAppTestError(error);
  if (refusal.code !== 'TOKEN_MISSING') refuse(request, response, refusal);
  else if (isThirdPartyReturn(request)) sendReturnPage(request, response, refusal);
  else refuse(request, response, explainCrossSitePost(request, refusal));
}
