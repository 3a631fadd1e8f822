import { randomBytes } from 'node:crypto';
import { parseBaseUrl } from '../../../client/base-url.js';
import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped, warning } from '../finding.js';
import { type ProbeResult, sendProbe } from '../server/probe.js';
import { checkTestServers, type TestServerVisit } from '../server/test-servers.js';

/** Whether a request without the cookie is refused, as every request of the app must be. */
export const requestGuardCheck: Check = {
  id: 'request-guard',
  title: 'Request guard',
  run: (examination) => checkTestServers(examination, checkOrigins),
};

async function checkOrigins(visit: TestServerVisit): Promise<Finding[]> {
  const backend = new URL(visit.base.href).origin;
  const origins = [...new Set([backend, ...visit.origins])];
  return await Promise.all(origins.map((origin) => checkOrigin(origin, origin === backend)));
}

async function checkOrigin(origin: string, isBackend: boolean): Promise<Finding> {
  const base = parseBaseUrl(origin, 'origin');
  // The page everybody sees, and an address that only a catch-all answers.
  for (const path of ['/', `/app-test-doctor-${randomBytes(4).toString('hex')}`]) {
    const result = await sendProbe({ base, path });
    if (result.kind === 'ours' && result.status === 403) continue;
    return explain(`GET ${origin}${path}`, result, isBackend);
  }
  return ok(`${origin} refuses requests without the cookie.`);
}

function explain(request: string, result: ProbeResult, isBackend: boolean): Finding {
  if (result.kind === 'failed') return skipped(`${request} failed: ${result.reason}.`);
  const seen = `${request} without the cookie is answered ${describe(result)}, not refused.`;
  if (!isBackend) {
    return warning({
      seen,
      why: 'What answers there is not behind the check: in order for a front-end dev server that only serves its own files, not for the app.',
      next: "Let it pass the app's requests on to the backend, and serve nothing else of the app's.",
    });
  }
  return failure({
    seen,
    why: 'A request that was not meant for the test reaches the app: something in front of app-test answers it, a proxy, another process on that port, or a server that is not of this Node process.',
    next: 'Point testModeOptions.backendUrl at the process itself. In it, nothing can answer before app-test, in whatever order the app mounts its middleware.',
  });
}

function describe(result: Exclude<ProbeResult, { kind: 'failed' }>): string {
  if (result.kind === 'upgraded') return 'with an upgrade';
  return result.kind === 'ours'
    ? `${result.status} ${result.code}`
    : `${result.status} with ${result.type}`;
}
