import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parse } from 'yaml';
import { isFile, toSlashes } from './files.js';
import { type Manifest, readManifest } from './manifest.js';

/** The folder that a repository's files belong to: its workspace root, or where `.git` is; else the project itself. */
export function findRepository(project: string): string {
  for (let folder = project; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || listPatterns(folder).length > 0) return folder;
    if (dirname(folder) === folder) return project;
  }
}

/** The packages of a workspace root that depend on the Datastore client, by path from it. */
export function listAppPackages(root: string): string[] {
  const patterns = listPatterns(root);
  const left = patterns.filter((pattern) => pattern.startsWith('!'));
  const leftOut = left.flatMap((pattern) => expand(root, pattern.slice(1)));
  const packages = patterns.filter((pattern) => !left.includes(pattern));
  return packages
    .flatMap((pattern) => expand(root, pattern))
    .filter((folder) => !leftOut.includes(folder))
    .filter((folder) => isFile(join(root, folder, 'package.json')))
    .filter((folder) => {
      const { dependencies } = readManifest(join(root, folder)).manifest;
      return dependencies?.['@google-cloud/datastore'] !== undefined;
    });
}

function listPatterns(folder: string): string[] {
  const yaml = join(folder, 'pnpm-workspace.yaml');
  if (isFile(yaml)) {
    const read = parse(readFileSync(yaml, 'utf8')) as { packages?: string[] } | null;
    return read?.packages ?? [];
  }
  if (!isFile(join(folder, 'package.json'))) return [];
  const { workspaces }: Manifest = readManifest(folder).manifest;
  return Array.isArray(workspaces) ? workspaces : (workspaces?.packages ?? []);
}

/** `apps/*`, `packages/**` and plain paths, which is what workspaces are named by. */
function expand(root: string, pattern: string): string[] {
  const [base = '', star] = pattern.split(/\/?(\*\*?)/);
  if (star === undefined) return [posix.normalize(pattern).replace(/\/$/, '')];
  const folder = join(root, base);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => toSlashes(relative(root, join(folder, entry.name))));
}
