import { existsSync, readFileSync } from 'node:fs';
import type { Check } from '../check.js';
import { type Finding, ok, skipped, warning } from '../finding.js';
import { type Project, showPath } from '../project/project.js';
import { noServer } from '../server/test-servers.js';
import type { Visit } from '../server/visit.js';

/** Hosts that the tests go to and that get no cookie: `localhost` and `127.0.0.1` are two hosts. */
export const cookieHostsCheck: Check = {
  id: 'cookie-hosts',
  title: 'Cookie hosts',
  run({ project, visits }) {
    if (visits.length === 0) return [skipped(noServer)];
    const hosts = new Set(visits.flatMap(({ origins }) => origins).map(readHost));
    const strays = [...checkNamed(visits, hosts), ...checkSpecs(project, hosts)];
    return strays.length > 0 ? strays : [ok(`The cookie is set for ${[...hosts].join(', ')}.`)];
  },
};

const why =
  'Browsers keep cookies by host, and localhost, 127.0.0.1 and [::1] are three: requests to a host without the cookie are refused with TOKEN_MISSING.';

function checkNamed(visits: readonly Visit[], hosts: ReadonlySet<string>): Finding[] {
  return visits
    .filter(({ base }) => !hosts.has(readHost(base.href)))
    .map(({ base, source }) =>
      warning({
        seen: `${base.href} (${source}) is not a host that the tests have the cookie for: ${[...hosts].join(', ')}.`,
        why,
        next: `Use one name for the server everywhere, or add '${new URL(base.href).origin}' to testModeOptions.cookieUrls.`,
      }),
    );
}

const loopbackUrl =
  /https?:\/\/((?:[\w-]+\.)*localhost|127\.0\.0\.\d+|\[::1\]|0\.0\.0\.0)(?::\d+)?(?![\w.-])/g;

function checkSpecs(project: Project, hosts: ReadonlySet<string>): Finding[] {
  const { playwright } = project;
  if (playwright.kind !== 'read') return [];
  const files = [...new Set(playwright.listing.tests.map(({ file }) => file))];
  return files.filter(existsSync).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(loopbackUrl)]
          .filter(([url]) => !hosts.has(readHost(url)))
          .map(([url]) =>
            warning({
              seen: `${showPath(project, file)}:${at + 1} names ${url}; the tests have the cookie for ${[...hosts].join(', ')}.`,
              why,
              next: `Use a path, which starts at baseURL, or add '${url}' to testModeOptions.cookieUrls if it is the same app.`,
            }),
          ),
      ),
  );
}

function readHost(url: string): string {
  return new URL(url).hostname;
}
