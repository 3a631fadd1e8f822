import { randomBytes } from 'node:crypto';
import { type Answer, post } from '../../../client/bounded-fetch.js';
import { finishSession } from '../../../client/finish.js';
import { resolveRequestOptions, toQuery } from '../../../client/options.js';
import { invalidAnswer, parseObject, toRefusal } from '../../../client/read-answer.js';
import {
  type AppTestError,
  bootstrapPath,
  isAppTestError,
  parseErrorEnvelope,
  type StatusResponse,
} from '../../../protocol/index.js';
import type { ServerPlace } from './place.js';

/** One server, and what it answered to status. */
export interface Visit extends ServerPlace {
  answer: ServerAnswer;
  /** Ends the session that was opened for the visit. */
  leave(): Promise<void>;
}

/** What a server turned out to be. */
export type ServerAnswer =
  | TestServerAnswer
  /** It knows app-test and refused, or failed. */
  | { kind: 'refused'; error: AppTestError }
  /** It is not in test mode, or not app-test's at all. `reason` goes on after "it". */
  | { kind: 'other'; status: number; location: string | null; reason: string }
  | { kind: 'unreachable'; error: AppTestError; isRefused: boolean }
  | { kind: 'not-asked'; reason: string };

/** A server in test mode. */
export interface TestServerAnswer {
  kind: 'test';
  status: StatusResponse;
  /** The name of the session that was opened; null where the server did not open it. */
  session: string | null;
  /** The answer's Date header, in milliseconds since the epoch. */
  serverTime: number | null;
  /** When the question left and when the answer was there, by this machine's clock. */
  askedAt: number;
  answeredAt: number;
}

/**
 * Asks a server for its status, as a runner does, in a session of the visit's own: the process session, which runs and
 * people share, is neither opened, renewed nor ended. A lease ends it should this process die.
 */
export async function visitServer(place: ServerPlace): Promise<Visit> {
  if (place.mode === 'guarded') {
    const reason =
      "testModeOptions.mode is 'guarded': nothing is asked of a server that may be live";
    return { ...place, answer: { kind: 'not-asked', reason }, leave: async () => {} };
  }
  const session = `doctor-${randomBytes(4).toString('hex')}`;
  const options = resolveRequestOptions('doctor', { session, lease: 'doctor', timeoutMs: 10_000 });
  const askedAt = Date.now();
  try {
    // Empty: no seed of the app's runs for it.
    const query = { ...toQuery(options), empty: '1' };
    const call = { base: place.base, path: bootstrapPath('status'), query };
    const answer = judge(place.base.href, await post(call, options), session, askedAt);
    const leave = async () => {
      if (answer.kind !== 'test' || answer.session === null) return;
      await finishSession(place.base, answer.status.token, options);
    };
    return { ...place, answer, leave };
  } catch (error) {
    if (!isAppTestError(error)) throw error;
    const isRefused = error.details.refused === true;
    const isReached = error.code === 'SERVER_RESPONSE_INVALID';
    const answer: ServerAnswer = isReached
      ? { kind: 'refused', error }
      : { kind: 'unreachable', error, isRefused };
    return { ...place, answer, leave: async () => {} };
  }
}

function judge(url: string, answer: Answer, session: string, askedAt: number): ServerAnswer {
  const body = parseObject(answer);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess && body?.test_mode === true) {
    const date = Date.parse(answer.headers.get('date') ?? '');
    return {
      kind: 'test',
      status: body as StatusResponse,
      session: body.session === session ? session : null,
      serverTime: Number.isNaN(date) ? null : date,
      askedAt,
      answeredAt: Date.now(),
    };
  }
  if (parseErrorEnvelope(body) !== undefined) {
    return { kind: 'refused', error: toRefusal(url, answer) };
  }
  if (answer.status >= 500) {
    return { kind: 'refused', error: invalidAnswer(url, answer, 'is an error of the server') };
  }
  const type = answer.headers.get('content-type') ?? 'nothing that it names';
  const location = answer.headers.get('location');
  const reason = `answers ${answer.status} with ${location === null ? type : `a redirect to ${location}`}`;
  return { kind: 'other', status: answer.status, location, reason };
}
