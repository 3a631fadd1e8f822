import { bootstrapPath, tokenCookieName, version } from '../../protocol/index.js';
import type { DevServerReport } from '../dev-server.js';
import type { RedirectTarget } from '../redirect/index.js';

/** What the banner tells. */
export interface BannerFacts {
  target: RedirectTarget;
  isEmbedded: boolean;
  mixesDatabases: boolean;
  devServer: DevServerReport;
  modules: readonly string[];
}

/** The lines printed once when test mode is on. They always name database and namespace. */
export function renderBanner(facts: BannerFacts): string[] {
  const { target, mixesDatabases, devServer, modules } = facts;
  const namespace =
    target.namespace === null ? 'the default namespace' : `namespace '${target.namespace}'`;
  const lines = [
    `Test mode is on (app-test ${version}): database '${target.database}', ${namespace}, project '${target.projectId}'.`,
    `Datastore: ${describeDatastore(facts)}. Every request needs the cookie ${tokenCookieName}; to browse by hand open ${bootstrapPath('enter')}.`,
  ];
  if (modules.length > 0)
    lines.push(`Test modules: ${modules.map((name) => `/_test/${name}`).join(', ')}.`);
  if (devServer.acceptedMarkers.length > 0) {
    lines.push(
      `A managed runtime's marker is accepted by APP_TEST_ALLOW_RUNTIME: ${devServer.acceptedMarkers.join(', ')}.`,
    );
  }
  if (mixesDatabases) {
    lines.push(
      'Warning: this emulator answers queries from every database. The namespace keeps the tests apart from other data.',
    );
  }
  return lines.map((line) => `[app-test] ${line}`);
}

function describeDatastore({ target, isEmbedded }: BannerFacts): string {
  if (isEmbedded) return `embedded, in memory, at ${target.host}`;
  return target.host === null ? "Google's own service" : `emulator at ${target.host}`;
}
