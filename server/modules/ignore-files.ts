import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import createIgnore, { type Ignore } from 'ignore';

// Its declarations claim an ES default export, which this CommonJS module does not have.
const createDockerignore = createRequire(import.meta.url)('@balena/dockerignore') as (
  options: object,
) => Ignore;

const dockerfiles = ['Dockerfile', 'Containerfile'];

/** By what a folder is known as the root of a deployment. */
export const rootMarkers = ['.gcloudignore', '.dockerignore', 'app.yaml', ...dockerfiles];

/** A file that says what of a deployment root is not deployed. */
export interface IgnoreFile {
  name: string;
  kind: 'gcloud' | 'docker';
}

/** Says whether a folder holds any of these files. */
export function holdsAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(path.join(folder, name)));
}

/** The ignore files that must exclude a folder: those that are there, and one for every Dockerfile. */
export function listIgnoreFiles(root: string): IgnoreFile[] {
  const files: IgnoreFile[] = [];
  if (holdsAny(root, ['.gcloudignore'])) files.push({ name: '.gcloudignore', kind: 'gcloud' });
  // BuildKit reads NAME.dockerignore, where it is, instead of .dockerignore.
  const own = dockerfiles.filter((name) => holdsAny(root, [name, `${name}.dockerignore`]));
  const named = own.map((name) => `${name}.dockerignore`).filter((name) => holdsAny(root, [name]));
  for (const name of named) files.push({ name, kind: 'docker' });
  const needsCommon = own.length > named.length || holdsAny(root, ['.dockerignore']);
  if (needsCommon) files.push({ name: '.dockerignore', kind: 'docker' });
  return files;
}

/**
 * Says whether an ignore file excludes a folder with everything in it.
 *
 * @param relative The folder, from the root, with slashes. It need not be there yet.
 */
export function excludesFolder(
  root: string,
  { name, kind }: IgnoreFile,
  relative: string,
): boolean {
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
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  return ['module.js', ...files.map((file) => file.split(path.sep).join('/'))];
}

/** An ignore file's rules; `#!include:FILE` of .gcloudignore is followed. */
function readRules(
  root: string,
  name: string,
  kind: IgnoreFile['kind'],
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
