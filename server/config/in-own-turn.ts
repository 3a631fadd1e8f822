import { AppTestError } from '../../protocol/index.js';
import { currentSession } from '../redirect/index.js';
import { findSession } from '../session/sessions.js';
import { inTurn } from './in-turn.js';

/**
 * Changes the data of the current request's session as a whole, in turn with status and finish: of a change that lasts, the
 * next session of the same name would lose its data, or get those of this one.
 *
 * @throws {AppTestError} `TOKEN_INVALID` if the session has ended meanwhile.
 */
export function inOwnTurn<T>(change: (session: string) => Promise<T>): Promise<T> {
  const session = currentSession();
  const record = findSession(session);
  return inTurn(session, async () => {
    if (record !== undefined && findSession(session) === record) return change(session);
    throw new AppTestError({
      code: 'TOKEN_INVALID',
      message: `The request was refused: its session '${session}' ended before its turn came.`,
      next: 'Await what changes the data of a session before its finish.',
    });
  });
}
