import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped, warning } from '../finding.js';
import { checkTestServers, type TestServerVisit } from '../server/test-servers.js';

/** The server's clock against this machine's. */
export const clockCheck: Check = {
  id: 'clock',
  title: 'Clock',
  run: (examination) => checkTestServers(examination, (visit) => [checkClock(visit)]),
};

const noteAbove = 30;
const failAbove = 600;

function checkClock({ answer, base }: TestServerVisit): Finding {
  const { serverTime, askedAt, answeredAt } = answer;
  if (serverTime === null) return skipped(`${base.href} sends no Date header.`);
  // The header has whole seconds, and was written at some moment between question and answer.
  const late = (serverTime - answeredAt) / 1000;
  const early = (askedAt - serverTime) / 1000 - 1;
  const seconds = Math.round(Math.max(0, late, early));
  const direction = late > early ? 'ahead of' : 'behind';
  if (seconds <= noteAbove) return ok(`${base.href} agrees within ${seconds} s.`);
  const problem = {
    seen: `The clock of ${base.href} is ${seconds} s ${direction} this machine's.`,
    why: "Tokens change at UTC midnight by the server's clock, and what tests compare with their own clock is off by as much; Google refuses credentials that are minutes off.",
    next: 'Let both machines, containers and virtual ones too, keep time by NTP.',
  };
  return seconds > failAbove ? failure(problem) : warning(problem);
}
