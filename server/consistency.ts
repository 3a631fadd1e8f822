import { AppTestError, isAppTestError } from '../protocol/index.js';
import { requireDevServer } from './dev-server.js';
import { installRedirect, type RedirectAddress, runInSession } from './redirect/index.js';
import { type ActivationTriple, requireTriple } from './session/triple.js';

/**
 * The runtime consistency check (spec 4): a development server, activated, and the Datastore client on
 * the activated database at this moment. Synchronous, and cheap enough for every request.
 *
 * @throws {AppTestError} `NOT_DEV_SERVER`, `NOT_ACTIVATED` or `WRONG_DATABASE`, naming both databases.
 */
export function checkConsistency(): void {
  requireDevServer('The request');
  const expected = requireTriple();
  const actual = readAddress(expected);
  if (
    actual.database === expected.database &&
    actual.projectId === expected.projectId &&
    (actual.namespace ?? '') === (expected.namespace ?? '')
  ) {
    return;
  }
  throw new AppTestError({
    code: 'WRONG_DATABASE',
    message:
      `The database client is on ${describe(actual)}, not on ${describe(expected)}, ` +
      'for which the process was activated.',
    next: 'Restart the server; something moved its Datastore client after activation.',
    details: { actual, expected },
  });
}

function readAddress(expected: ActivationTriple): RedirectAddress {
  try {
    // Of the process session, wherever this is called from: that is what was activated.
    return runInSession('', () => installRedirect().addressNow());
  } catch (error) {
    if (!isAppTestError(error) || error.code !== 'WRONG_DATABASE') throw error;
    throw new AppTestError({
      code: 'WRONG_DATABASE',
      message:
        `The database client is on the application's own database ('(default)' unless an instance ` +
        `names another), not on ${describe(expected)}: ${error.reason}`,
      next: error.next ?? 'Restart the server.',
      cause: error,
      details: { actual: null, expected },
    });
  }
}

function describe(address: {
  database: string;
  namespace: string | null;
  projectId: string;
}): string {
  const namespace = address.namespace
    ? `namespace '${address.namespace}'`
    : 'the default namespace';
  return `database '${address.database}' (${namespace}, project '${address.projectId}')`;
}
