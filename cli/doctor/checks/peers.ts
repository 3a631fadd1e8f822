import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped } from '../finding.js';
import { findInstalled } from '../project/installed.js';
import type { Manifest } from '../project/manifest.js';
import { type Project, showPath } from '../project/project.js';
import { isInRange } from '../versions.js';

/** The packages that app-test works with, in versions that it knows. */
export const peersCheck: Check = {
  id: 'peers',
  title: 'Peer versions',
  run: ({ project }) => [
    ...Object.entries(project.own.peerDependencies).map(([name, range]) =>
      checkPeer(project, name, range),
    ),
    ...checkOnePlaywright(project),
  ],
};

function checkPeer(project: Project, name: string, range: string): Finding {
  const peer = findInstalled(project.folder, name);
  if (peer !== undefined) return checkVersion(peer, range);
  if (name === '@playwright/test' && project.playwright.kind !== 'none') {
    return failure({
      seen: `There is a Playwright configuration, and @playwright/test is not installed for ${project.folder}.`,
      why: 'The tests cannot run without it.',
      next: 'npm install --save-dev @playwright/test',
    });
  }
  return skipped(`${name} is not installed here, and need not be.`);
}

function checkVersion({ name, version }: Manifest, range: string): Finding {
  if (isInRange(version, range)) return ok(`${name} ${version}; app-test takes ${range}.`);
  return failure({
    seen: `${name} is ${version}; app-test takes ${range}.`,
    why: 'app-test relies on what those versions do, and is tested on them alone.',
    next: `Install a version in ${range}, or an app-test that takes ${version}.`,
  });
}

/** Playwright refuses to be loaded twice in one process, in words that don't name the copies. */
function checkOnePlaywright(project: Project): Finding[] {
  const own = findInstalled(findOwnPlace(project), '@playwright/test');
  const theirs = findInstalled(project.folder, '@playwright/test');
  if (own === undefined || theirs === undefined || own.folder === theirs.folder) return [];
  return [
    failure({
      seen: `app-test would load @playwright/test ${own.version} of ${own.folder}, and the tests load ${theirs.version} of ${showPath(project, theirs.folder)}.`,
      why: 'Playwright refuses to run with two copies of itself: "Requiring @playwright/test second time".',
      next: 'Have one copy: install app-test beside the tests (a linked package resolves from where it really is), then `npm dedupe`.',
    }),
  ];
}

/** Where the project's own copy of app-test really is; ours where it has none. */
function findOwnPlace({ folder, own }: Project): string {
  const installed = path.join(folder, 'node_modules/app-test');
  return existsSync(installed) ? realpathSync(installed) : own.folder;
}
