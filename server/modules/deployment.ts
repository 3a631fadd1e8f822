import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import createIgnore, { type Ignore } from 'ignore';
import { AppTestError, quoteValue } from '../../protocol/index.js';

// Its declarations claim an ES default export, which this CommonJS module does not have.
const createDockerignore = createRequire(import.meta.url)('@balena/dockerignore') as (
  options: object,
) => Ignore;

type IgnoreKind = 'gcloud' | 'docker';

const dockerfiles = ['Dockerfile', 'Containerfile'];
const rootMarkers = ['.gcloudignore', '.dockerignore', 'app.yaml', ...dockerfiles];

/**
 * Refuses a folder of test modules that a deployment would ship (spec 1, safety mechanism 4): one inside
 * a deployment root, unless every ignore file there excludes it.
 *
 * @param root The deployment root; without it, every folder above the main script, the working directory and the modules
 * that looks like one.
 * @throws {AppTestError} `MODULES_DEPLOYED`, naming root and ignore file; `OPTION_INVALID` for a folder that is not there.
 */
export function checkOutsideDeployment(folder: string, root?: string): void {
  const real = resolveFolder('modules (APP_TEST_MODULES)', folder);
  const roots =
    root === undefined ? findDeploymentRoots(real) : [resolveFolder('deploymentRoot', root)];
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

/** Every folder upwards that holds a deployment's files; and the package of the main script. */
function findDeploymentRoots(modules: string): string[] {
  const main = findMainFolder();
  const places = [main ?? process.cwd(), process.cwd(), modules].flatMap(listAncestors);
  const marked = places.filter((folder) => holdsAny(folder, rootMarkers));
  const nearest = listAncestors(main ?? process.cwd()).find((folder) =>
    holdsAny(folder, [...rootMarkers, 'package.json']),
  );
  return [...new Set([nearest ?? process.cwd(), ...marked])];
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

function holdsAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(path.join(folder, name)));
}

function checkIgnored(root: string, relative: string): void {
  if (relative === '') {
    throw createDeployed(root, 'is the deployment root itself', 'Move it outside.');
  }
  const wanted = listIgnoreFiles(root);
  const failing = wanted.filter(([name, kind]) => !excludes(root, name, kind, relative));
  if (wanted.length > 0 && failing.length === 0) return;
  const names = failing.map(([name]) => name).join(' and ') || '.gcloudignore or .dockerignore';
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

/** The ignore files that must exclude the folder: those that are there, and one for every Dockerfile. */
function listIgnoreFiles(root: string): [name: string, kind: IgnoreKind][] {
  const files: [string, IgnoreKind][] = [];
  if (holdsAny(root, ['.gcloudignore'])) files.push(['.gcloudignore', 'gcloud']);
  // BuildKit reads NAME.dockerignore, where it is, instead of .dockerignore.
  const own = dockerfiles.filter((name) => holdsAny(root, [name, `${name}.dockerignore`]));
  const named = own.map((name) => `${name}.dockerignore`).filter((name) => holdsAny(root, [name]));
  for (const name of named) files.push([name, 'docker']);
  const needsCommon = own.length > named.length || holdsAny(root, ['.dockerignore']);
  if (needsCommon) files.push(['.dockerignore', 'docker']);
  return files;
}

function excludes(root: string, name: string, kind: IgnoreKind, relative: string): boolean {
  const rules = readRules(root, name, kind);
  const options = { ignorecase: false };
  const matcher =
    kind === 'docker' ? createDockerignore(options).add(rules) : createIgnore(options).add(rules);
  // Every file, not the folder alone: a later rule may take one back in.
  return listFiles(path.join(root, relative)).every((file) =>
    matcher.ignores(`${relative}/${file}`),
  );
}

function listFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['module.js', ...files.map((file) => file.split(path.sep).join('/'))];
}

/** An ignore file's rules; `#!include:FILE` of .gcloudignore is followed. */
function readRules(
  root: string,
  name: string,
  kind: IgnoreKind,
  seen: ReadonlySet<string> = new Set(),
): string {
  const file = path.join(root, name);
  if (seen.has(file) || !existsSync(file)) return '';
  const text = readFileSync(file, 'utf8');
  if (kind === 'docker') return text;
  return text
    .split(/\r?\n/)
    .map((line) => {
      const included = /^#!include:(\S.*)$/.exec(line)?.[1];
      if (included === undefined) return line;
      return readRules(root, included.trim(), kind, new Set([...seen, file]));
    })
    .join('\n');
}
