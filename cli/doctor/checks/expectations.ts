import { checkStatus } from '../../../client/check-status.js';
import { baseNamespace, hashToken, isAppTestError } from '../../../protocol/index.js';
import { deriveToken, utcDay } from '../../../server/session/token.js';
import type { Check } from '../check.js';
import { failure, type Finding, ok } from '../finding.js';
import { checkTestServers, type TestServerVisit } from '../server/test-servers.js';

/** Whether the server is on what the runner would insist on. */
export const expectationsCheck: Check = {
  id: 'expectations',
  title: 'Expectations',
  run: (examination) => checkTestServers(examination, (visit) => [checkExpected(visit)]),
};

const why = 'A run stops before its first test when the server is on something else.';

function checkExpected({ answer, base, expected }: TestServerVisit): Finding {
  const { status, session } = answer;
  try {
    // The hash is that of the server's own session, and this is one of the visit's.
    checkStatus(base.href, status, { ...expected, tokenHash: undefined }, session ?? '');
  } catch (error) {
    if (!isAppTestError(error)) throw error;
    return failure({ seen: error.reason, why, next: error.next ?? 'Correct one of the two.' });
  }
  const namespace = baseNamespace(status.namespace, session ?? '') ?? null;
  const hash = hashToken(
    deriveToken(
      { database: status.database, namespace, projectId: status.project_id },
      utcDay(new Date(answer.serverTime ?? answer.answeredAt)),
    ),
  );
  if (expected.tokenHash !== undefined && expected.tokenHash !== hash) {
    return failure({
      seen: `The server at ${base.href} has today the token hash '${hash}', not '${expected.tokenHash}'.`,
      why,
      next: `It is another session, or another day's; set ${expected.owner}.tokenHash, or leave it out.`,
    });
  }
  const unchecked = [
    ...(expected.namespace === undefined ? ['namespace'] : []),
    ...(expected.projectId === undefined ? ['project'] : []),
  ];
  const note = unchecked.length === 0 ? '' : ` No ${unchecked.join(' and no ')} is asked for.`;
  const shown = namespace === null ? 'the default namespace' : `namespace '${namespace}'`;
  return ok(
    `Database '${status.database}', ${shown}, project '${status.project_id}', as expected.${note}`,
  );
}
