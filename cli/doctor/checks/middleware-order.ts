import { containerPath, tokenCookieName } from '../../../protocol/index.js';
import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped } from '../finding.js';
import { sendProbe } from '../server/probe.js';
import { checkTestServers, type TestServerVisit } from '../server/test-servers.js';

/** Whether `/_test` is served by app-test, or by a route that the app mounted before its middleware. */
export const middlewareOrderCheck: Check = {
  id: 'middleware-order',
  title: 'Middleware order',
  run: (examination) => checkTestServers(examination, async (visit) => [await checkMount(visit)]),
};

/** A module that nobody has: who answers for it is who serves the container, and nothing of the app runs. */
const path = `${containerPath}/doctor-asks-who-answers/look`;

async function checkMount({ base, answer }: TestServerVisit): Promise<Finding> {
  if (answer.session === null) {
    return skipped(
      `${base.href} did not open a session of this command's own, so no cookie is sent.`,
    );
  }
  const cookie = `${tokenCookieName}=${answer.status.token}`;
  const result = await sendProbe({ base, path, method: 'POST', cookie });
  if (result.kind === 'ours' && result.code === 'MODULE_NOT_FOUND') {
    return ok(`${containerPath} is served by app-test.`);
  }
  if (result.kind === 'failed') return skipped(`POST ${path} failed: ${result.reason}.`);
  const shown =
    result.kind === 'upgraded'
      ? 'an upgrade'
      : result.kind === 'ours'
        ? result.code
        : `${result.status} with ${result.type}`;
  return failure({
    seen: `POST ${base.href}${path} is answered by something else than app-test's container: ${shown}.`,
    why: 'A route or middleware of the app comes first there, so that test modules and data tools cannot be called.',
    next: 'Mount `app.use(appTest.middleware)` or `app.use(testMode())` before every other middleware, or use the preload, which needs none.',
  });
}
