import type { Check } from '../check.js';
import { failure, type Finding, ok, warning } from '../finding.js';
import { findInstalled } from '../project/installed.js';
import { type Project, showPath } from '../project/project.js';
import { isInRange } from '../versions.js';

/** Node itself, and what the project promises about it. */
export const nodeCheck: Check = {
  id: 'node',
  title: 'Node',
  run: ({ project }) => [checkOwn(project), ...checkEngines(project), ...checkPeers(project)],
};

function checkOwn({ own }: Project): Finding {
  const needed = own.engines.node!;
  const seen = `Node ${process.versions.node}; app-test needs ${needed}.`;
  if (isInRange(process.versions.node, needed)) return ok(seen);
  return failure({
    seen,
    why: 'Older versions lack what app-test is made of.',
    next: `Install a Node that is ${needed}, and name it in .nvmrc or "engines", so that CI takes it too.`,
  });
}

/** A project that allows an older Node gets it sooner or later, in CI or in a deployment. */
function checkEngines({ manifests, own, ...project }: Project): Finding[] {
  return manifests
    .filter(({ engines }) => engines.node !== undefined)
    .filter(({ engines }) => !isInRange(process.versions.node, engines.node!))
    .map((manifest) =>
      warning({
        seen: `${showPath(project, manifest.file)} has "engines.node": "${manifest.engines.node}", and this is Node ${process.versions.node}.`,
        why: 'The tests then run on another Node than the project is meant for.',
        next: `Use a Node that fits both it and ${own.engines.node}.`,
      }),
    );
}

function checkPeers({ folder, own }: Project): Finding[] {
  return Object.keys(own.peerDependencies)
    .map((name) => findInstalled(folder, name))
    .filter((peer) => peer?.engines.node !== undefined)
    .filter((peer) => !isInRange(process.versions.node, peer!.engines.node!))
    .map((peer) =>
      failure({
        seen: `${peer!.name} ${peer!.version} needs Node ${peer!.engines.node}; this is ${process.versions.node}.`,
        why: 'Package managers install it all the same, and it fails when it is used.',
        next: `Use a newer Node, or an older ${peer!.name}: app-test takes ${own.peerDependencies[peer!.name]}.`,
      }),
    );
}
