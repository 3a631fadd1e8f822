import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped, warning } from '../finding.js';
import { findCopies } from '../project/installed.js';
import type { Manifest } from '../project/manifest.js';
import { type Project, showPath } from '../project/project.js';
import { isInRange } from '../versions.js';

const packageName = '@google-cloud/datastore';

/** Copies of the Datastore client: each is moved by itself, and objects of one are strangers to another. */
export const datastoreCopiesCheck: Check = {
  id: 'datastore-copies',
  title: 'Datastore copies',
  run({ project }) {
    const copies = findCopies(project.folder, [packageName]);
    if (copies.length === 0) return [skipped(`No copy of ${packageName} in node_modules.`)];
    const range = project.own.peerDependencies[packageName]!;
    const unknown = copies.filter(({ version }) => !isInRange(version, range));
    return [...checkCount(project, copies), ...unknown.map((copy) => refuse(project, copy, range))];
  },
};

function checkCount(project: Project, copies: readonly Manifest[]): Finding[] {
  const shown = copies.map(({ version, folder }) => `${version} (${showPath(project, folder)})`);
  if (copies.length === 1) return [ok(`One copy: ${shown[0]}.`)];
  return [
    warning({
      seen: `${copies.length} copies: ${shown.join(', ')}.`,
      why: 'Each copy that the server loads is moved to the test database, but a key of one is no key to another: as a property it is stored as a nested entity, as an ancestor it is refused. In production as well.',
      next: `See who brings them with \`npm ls ${packageName}\`, and have one: align the versions, then \`npm dedupe\`.`,
    }),
  ];
}

function refuse(project: Project, { version, folder }: Manifest, range: string): Finding {
  return failure({
    seen: `${showPath(project, folder)} is ${packageName} ${version}; app-test can move ${range}.`,
    why: 'A server in test mode that loads this copy is refused with DATASTORE_UNSUPPORTED: its calls could reach live data.',
    next: `Install ${range} there (\`npm ls ${packageName}\` shows who asks for it), or a newer app-test.`,
  });
}
