import { existsSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

const extensions = ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs'];

/** Says whether a path names a file, not a folder. */
export function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** Says whether a path names a folder. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** A path with slashes, as it is written in scripts and ignore files. */
export function toSlashes(path: string): string {
  return path.split(sep).join('/');
}

/**
 * Finds the file that Node, tsx or TypeScript would take for a path: as it is, with an extension, as the source that a
 * compiled name stands for, or a folder's index.
 *
 * @param path Relative to the project, with slashes.
 */
export function resolveFile(project: string, path: string): string | undefined {
  const clean = posix.normalize(path).replace(/\/$/, '');
  const compiled = /^(.*)\.([cm]?)js$/.exec(clean);
  const candidates = [
    clean,
    ...extensions.map((extension) => `${clean}.${extension}`),
    ...(compiled === null ? [] : [`${compiled[1]}.${compiled[2]}ts`]),
    ...extensions.map((extension) => posix.join(clean, `index.${extension}`)),
  ];
  return candidates.find((candidate) => isFile(join(project, candidate)));
}
