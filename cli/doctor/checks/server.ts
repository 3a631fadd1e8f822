import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped, warning } from '../finding.js';
import type { Project } from '../project/project.js';
import { noServer } from '../server/test-servers.js';
import type { TestServerAnswer, Visit } from '../server/visit.js';

/** Whether a server answers, and which one it is. */
export const serverCheck: Check = {
  id: 'server',
  title: 'Server',
  run({ project, visits }) {
    if (visits.length === 0) return [skipped(noServer)];
    return visits.map((visit) => checkServer(project, visit));
  },
};

function checkServer(project: Project, visit: Visit): Finding {
  const { answer, base, source } = visit;
  const shown = `${base.href} (${source})`;
  if (answer.kind === 'test') return checkVersion(shown, answer, project);
  if (answer.kind === 'not-asked') return skipped(`${shown}: ${answer.reason}.`);
  if (answer.kind === 'unreachable') return explainUnreachable(project, visit, answer);
  if (answer.kind === 'other') return explainOther(shown, answer);
  return failure({
    seen: answer.error.reason,
    why: 'No run starts on a server that refuses to say what it is on.',
    next: answer.error.next ?? "See the server's own output.",
  });
}

function checkVersion(shown: string, { status }: TestServerAnswer, { own }: Project): Finding {
  const seen = `${shown} is app-test ${status.version} in test mode`;
  if (status.version === own.version) return ok(`${seen}.`);
  return warning({
    seen: `${seen}; here it is ${own.version}.`,
    why: 'Server and runner are made for each other: what one of them added the other may not know.',
    next: 'Install one version of app-test on both sides, and restart the server.',
  });
}

type Unreachable = Extract<Visit['answer'], { kind: 'unreachable' }>;

function explainUnreachable(
  { playwright }: Project,
  { base, source }: Visit,
  { error, isRefused }: Unreachable,
): Finding {
  const webServers = playwright.kind === 'read' ? playwright.listing.webServers : [];
  if (isRefused && webServers.length > 0 && source !== 'named by --url') {
    return skipped(
      `Nobody listens at ${base.href} (${source}), and its webServer is started by a run. To have it looked at, start it, then run this again: ${webServers[0]!.command}`,
    );
  }
  return failure({
    seen: error.reason,
    why: 'No test can start.',
    next: error.next ?? 'Start the server.',
  });
}

type Other = Extract<Visit['answer'], { kind: 'other' }>;

function explainOther(shown: string, { reason, location }: Other): Finding {
  const seen = `${shown} is not in test mode: it ${reason} where status should be.`;
  if (location !== null) {
    return failure({
      seen,
      why: 'Something in front of the server, a login or a proxy, answers in its place; requests of tests would end there as well.',
      next: "Name the server's own address in testModeOptions.backendUrl, or let /_test through.",
    });
  }
  return failure({
    seen,
    why: 'Either another program listens there, or the server runs without test mode; a run would take it for a live one, and ask for a PIN.',
    next: 'Start it with APP_TEST=1 and the preload, or correct the URL.',
  });
}
