import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppTestError, quoteValue } from '../../protocol/index.js';
import { excludesFolder, holdsAny, listIgnoreFiles, rootMarkers } from './ignore-files.js';

/**
 * Refuses a folder of test modules that a deployment would ship (spec 1, safety mechanism 4): one inside
 * a deployment root, unless every ignore file there excludes it.
 *
 * @param options.root The deployment root; without it, every folder above the main script, the working directory and the
 * modules that looks like one.
 * @param options.main The folder of the main script. @default that of this process
 * @param options.cwd The working directory of the server. @default that of this process
 * @throws {AppTestError} `MODULES_DEPLOYED`, naming root and ignore file; `OPTION_INVALID` for a folder that is not there.
 */
export function checkOutsideDeployment(
  folder: string,
  { root, main, cwd }: { root?: string | undefined; main?: string; cwd?: string } = {},
): void {
  const real = resolveFolder('modules (APP_TEST_MODULES)', folder);
  const roots =
    root === undefined
      ? findDeploymentRoots(real, main, cwd)
      : [resolveFolder('deploymentRoot', root)];
  // By its own path and where it really is: a deployment may copy a link or follow it.
  for (const place of new Set([path.resolve(folder), real])) {
    for (const candidate of roots) {
      const relative = path.relative(candidate, place);
      if (relative === '..' || relative.startsWith(`..${path.sep}`)) continue;
      if (path.isAbsolute(relative)) continue;
      checkIgnored(candidate, relative.split(path.sep).join('/'));
    }
  }
}

function resolveFolder(option: string, folder: string): string {
  try {
    return realpathSync(folder);
  } catch (cause) {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: `The option ${option} names ${quoteValue(folder)}, which is not there.`,
      next: 'A relative path starts at the working directory.',
      cause,
    });
  }
}

/**
 * Every folder upwards that holds a deployment's files; and the package of the main script.
 *
 * @param main The folder of the main script.
 * @param cwd The working directory of the server.
 */
export function findDeploymentRoots(
  modules: string,
  main: string = findMainFolder() ?? process.cwd(),
  cwd: string = process.cwd(),
): string[] {
  const places = [main, cwd, modules].flatMap(listAncestors);
  const marked = places.filter((folder) => holdsAny(folder, rootMarkers));
  const nearest = listAncestors(main).find((folder) =>
    holdsAny(folder, [...rootMarkers, 'package.json']),
  );
  return [...new Set([nearest ?? cwd, ...marked])];
}

/** The folder of the app's main script; `undefined` for a launcher in node_modules. */
function findMainFolder(): string | undefined {
  const main = process.argv[1];
  if (main === undefined || !existsSync(main)) return undefined;
  const real = realpathSync(main);
  if (real.split(path.sep).includes('node_modules')) return undefined;
  return statSync(real).isDirectory() ? real : path.dirname(real);
}

function listAncestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...listAncestors(parent)];
}

function checkIgnored(root: string, relative: string): void {
  if (relative === '') {
    throw createDeployed(root, 'is the deployment root itself', 'Move it outside.');
  }
  const wanted = listIgnoreFiles(root);
  const failing = wanted.filter((file) => !excludesFolder(root, file, relative));
  if (wanted.length > 0 && failing.length === 0) return;
  const names = failing.map(({ name }) => name).join(' and ') || '.gcloudignore or .dockerignore';
  const why =
    failing.length === 0
      ? 'no ignore file there excludes it'
      : describeFailing(names, failing.length);
  throw createDeployed(
    root,
    `(${relative}) lies inside the deployment root, and ${why}`,
    `Move it outside, or add the line '${relative}/' to ${names}.`,
  );
}

function describeFailing(names: string, count: number): string {
  return `${names} ${count === 1 ? 'does' : 'do'} not exclude it`;
}

function createDeployed(root: string, what: string, next: string): AppTestError {
  return new AppTestError({
    code: 'MODULES_DEPLOYED',
    message: `The folder of test modules ${what}. The root is ${root}.`,
    next,
    details: { root },
  });
}
