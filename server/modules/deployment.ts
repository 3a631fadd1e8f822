import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import createIgnore, { type Ignore } from 'ignore';
import { AppTestError, quoteValue } from '../../protocol/index.js';

// Its declarations claim an ES default export, which this CommonJS module does not have.
const createDockerignore = createRequire(import.meta.url)('@balena/dockerignore') as () => Ignore;

const ignoreFiles = ['.gcloudignore', '.dockerignore'] as const;
const rootMarkers = [...ignoreFiles, 'app.yaml', 'Dockerfile', 'Containerfile'];

/**
 * Refuses a folder of test modules that a deployment would ship (spec 1, safety mechanism 4): one inside
 * a deployment root, unless every ignore file there excludes it.
 *
 * @param root The deployment root; without it, every folder above the main script that looks like one.
 * @throws {AppTestError} `MODULES_DEPLOYED`, naming root and ignore file.
 */
export function checkOutsideDeployment(folder: string, root?: string): void {
  const real = resolveFolder('modules (APP_TEST_MODULES)', folder);
  for (const candidate of root === undefined
    ? findDeploymentRoots()
    : [resolveFolder('deploymentRoot', root)]) {
    const relative = path.relative(candidate, real);
    if (relative.startsWith('..') || path.isAbsolute(relative)) continue;
    checkIgnored(candidate, relative.split(path.sep).join('/'));
  }
}

/** Links resolved: a deployment follows them. */
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

/** Every folder from the main script up that holds a deployment's files; else the nearest package. */
function findDeploymentRoots(): string[] {
  const folders = listAncestors(mainFolder());
  const marked = folders.filter((folder) => holdsAny(folder, rootMarkers));
  const nearest = folders.find((folder) => holdsAny(folder, [...rootMarkers, 'package.json']));
  return [...new Set([...(nearest === undefined ? [process.cwd()] : [nearest]), ...marked])];
}

function mainFolder(): string {
  const main = process.argv[1];
  return main === undefined || !existsSync(main) ? process.cwd() : path.dirname(realpathSync(main));
}

function listAncestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...listAncestors(parent)];
}

function holdsAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(path.join(folder, name)));
}

function checkIgnored(root: string, relative: string): void {
  const present = ignoreFiles.filter((name) => existsSync(path.join(root, name)));
  const missing =
    relative === '' ? present : present.filter((name) => !excludes(root, name, relative));
  if (relative !== '' && present.length > 0 && missing.length === 0) return;
  const where =
    relative === '' ? 'is the deployment root' : `lies inside the deployment root ${root}`;
  throw new AppTestError({
    code: 'MODULES_DEPLOYED',
    message: `The folder of test modules (${relative || root}) ${where}, and ${
      present.length === 0
        ? 'no ignore file there'
        : `${missing.join(' and ') || 'no ignore file'} does not`
    } ${present.length === 0 ? 'excludes' : 'exclude'} it.`,
    next: `Move it outside, or add the line '${relative}/' to ${(missing.length > 0 ? missing : ['.gcloudignore']).join(' and ')}.`,
  });
}

function excludes(root: string, name: (typeof ignoreFiles)[number], relative: string): boolean {
  const rules = readRules(root, name);
  const matcher =
    name === '.dockerignore' ? createDockerignore().add(rules) : createIgnore().add(rules);
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
function readRules(root: string, name: string, seen = new Set<string>()): string {
  const file = path.join(root, name);
  if (seen.has(file) || !existsSync(file)) return '';
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (name === '.dockerignore') return text;
  return text
    .split(/\r?\n/)
    .map((line) => {
      const included = /^#!include:(.+)$/.exec(line.trim())?.[1];
      return included === undefined ? line : readRules(root, included.trim(), seen);
    })
    .join('\n');
}
