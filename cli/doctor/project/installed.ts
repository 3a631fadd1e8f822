import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Manifest, readManifest } from './manifest.js';
import { listAncestors } from './project.js';

/** The package that code in a folder would get by a name; `undefined` if it is not installed for it. */
export function findInstalled(folder: string, name: string): Manifest | undefined {
  for (const place of listAncestors(folder)) {
    const manifest = readManifest(path.join(place, 'node_modules', ...name.split('/')));
    if (manifest !== undefined) return { ...manifest, folder: realpathSync(manifest.folder) };
  }
  return findByNode(folder, name);
}

/** What only Node's own resolution finds: Yarn's Plug'n'Play, NODE_PATH. */
function findByNode(folder: string, name: string): Manifest | undefined {
  try {
    const file = createRequire(path.join(folder, 'package.json')).resolve(`${name}/package.json`);
    return readManifest(path.dirname(file));
  } catch {
    return undefined;
  }
}

/** Every copy of packages of these names, under an alias too, in the `node_modules` of a folder and of those above. */
export function findCopies(folder: string, names: readonly string[]): Manifest[] {
  const found = new Map<string, Manifest>();
  const seen = new Set<string>();
  for (const place of listAncestors(folder)) collect(path.join(place, 'node_modules'));
  return [...found.values()].toSorted((a, b) => a.folder.localeCompare(b.folder));

  function collect(modules: string): void {
    for (const place of listPackages(modules)) {
      const real = realpathSync(place);
      if (seen.has(real)) continue;
      seen.add(real);
      const manifest = readManifest(real);
      if (manifest !== undefined && names.includes(manifest.name)) found.set(real, manifest);
      collect(path.join(real, 'node_modules'));
    }
  }
}

/** The packages of a `node_modules`, scoped ones too, and what pnpm keeps behind its links. */
function listPackages(modules: string): string[] {
  return list(modules).flatMap((entry) => {
    const place = path.join(modules, entry.name);
    if (entry.name === '.pnpm') {
      return list(place).flatMap(({ name }) =>
        listPackages(path.join(place, name, 'node_modules')),
      );
    }
    if (entry.name.startsWith('.')) return [];
    if (!entry.name.startsWith('@')) return isFolder(entry) ? [place] : [];
    return list(place)
      .filter(isFolder)
      .map(({ name }) => path.join(place, name));
  });
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isFolder(entry: Dirent): boolean {
  return entry.isDirectory() || entry.isSymbolicLink();
}
