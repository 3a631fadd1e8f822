import type { Examination } from '../check.js';
import { type Finding, skipped } from '../finding.js';
import type { TestServerAnswer, Visit } from './visit.js';

/** A visit to a server that proved to be in test mode. */
export interface TestServerVisit extends Visit {
  answer: TestServerAnswer;
}

/** Looks at every server in test mode; says of every other why there is nothing to look at. */
export async function checkTestServers(
  { visits }: Pick<Examination, 'visits'>,
  look: (visit: TestServerVisit) => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  if (visits.length === 0) return [skipped(noServer)];
  const found: Finding[] = [];
  for (const visit of visits) {
    if (isTestServer(visit)) found.push(...(await look(visit)));
    else found.push(skipped(`${visit.base.href} ${describe(visit)}.`));
  }
  return found;
}

/** Why nothing can be asked where no server is named. */
export const noServer =
  'No server is named: give --url, or set use.baseURL in the Playwright configuration or APP_TEST_URL.';

function isTestServer(visit: Visit): visit is TestServerVisit {
  return visit.answer.kind === 'test';
}

function describe({ answer }: Visit): string {
  if (answer.kind === 'unreachable') return 'did not answer';
  if (answer.kind === 'not-asked') return 'was not asked';
  return 'is not in test mode';
}
