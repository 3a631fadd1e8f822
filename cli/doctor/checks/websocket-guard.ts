import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped, warning } from '../finding.js';
import { sendProbe } from '../server/probe.js';
import { checkTestServers, type TestServerVisit } from '../server/test-servers.js';

/** Whether a WebSocket without the cookie is refused: upgrades pass by every middleware. */
export const websocketGuardCheck: Check = {
  id: 'websocket-guard',
  title: 'WebSocket guard',
  run: (examination) =>
    checkTestServers(examination, async (visit) => [await checkUpgrades(visit)]),
};

/** Where servers usually take them; the check comes before any of these is looked at. */
const paths = ['/', '/ws', '/socket.io/?EIO=4&transport=websocket', '/graphql'];

async function checkUpgrades({ base }: TestServerVisit): Promise<Finding> {
  for (const path of paths) {
    const result = await sendProbe({ base, path, upgrade: true });
    const request = `A WebSocket to ${base.href}${path} without the cookie`;
    if (result.kind === 'ours' && result.status === 403) continue;
    if (result.kind === 'failed') return skipped(`${request} failed: ${result.reason}.`);
    if (result.kind === 'upgraded') {
      return failure({
        seen: `${request} is accepted.`,
        why: 'It reaches the app without the proof that it was meant for the test. Upgrades pass by every middleware; app-test refuses them in the process itself.',
        next: 'Let the WebSocket server listen in the process that is in test mode, and no proxy answer for it.',
      });
    }
    return warning({
      seen: `${request} is answered ${result.status}, but not by app-test.`,
      why: 'Something in front of the server answers upgrades; what it lets through cannot be told.',
      next: 'Ask the process itself: --url with its own address.',
    });
  }
  return ok(`${base.href} refuses WebSockets without the cookie.`);
}
