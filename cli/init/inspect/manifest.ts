import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppTestError } from '../../../protocol/index.js';

/** What init reads of a package.json. */
export interface Manifest {
  name?: string;
  type?: string;
  main?: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  workspaces?: string[] | { packages?: string[] };
}

/**
 * Reads the package.json of a folder.
 *
 * @throws {AppTestError} `PROJECT_UNCLEAR` where there is none, or it is not JSON.
 */
export function readManifest(folder: string): { manifest: Manifest; text: string } {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) {
    throw new AppTestError({
      code: 'PROJECT_UNCLEAR',
      message: `There is no package.json in ${folder}.`,
      next: `Go to the folder of your app, or name it: app-test init ${basename(folder)}/app.`,
    });
  }
  const text = readFileSync(file, 'utf8');
  try {
    return { manifest: JSON.parse(withoutMark(text)) as Manifest, text };
  } catch (cause) {
    throw new AppTestError({
      code: 'PROJECT_UNCLEAR',
      message: `${file} is not JSON: ${(cause as Error).message}.`,
      next: 'Correct it first.',
      cause,
    });
  }
}

/** The version range under which a package is named, wherever it is. */
export function findDependency(manifest: Manifest, name: string): string | undefined {
  const { dependencies, devDependencies, peerDependencies } = manifest;
  return dependencies?.[name] ?? devDependencies?.[name] ?? peerDependencies?.[name];
}

/** Some editors begin a file with a byte order mark, which JSON does not know. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
