import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlaywrightReading } from '../playwright/reading.js';
import { type Manifest, readManifest } from './manifest.js';

/** The project that the command was started in. */
export interface Project {
  /** The working directory. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** Every package.json from the working directory upwards, the nearest first. */
  manifests: readonly Manifest[];
  /** The package.json of app-test itself. */
  own: Manifest;
  playwright: PlaywrightReading;
}

/** Every package.json from a folder upwards, the nearest first. */
export function readManifests(folder: string): Manifest[] {
  return listAncestors(folder)
    .map(readManifest)
    .filter((manifest) => manifest !== undefined);
}

/** The package.json of this copy of app-test. */
export function readOwnManifest(): Manifest {
  const here = path.dirname(fileURLToPath(import.meta.url));
  return readManifests(here).find(({ name }) => name === 'app-test')!;
}

/** A folder and every one above it. */
export function listAncestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...listAncestors(parent)];
}

/** A path as it is shown: relative to the project, where it is below it. */
export function showPath({ folder }: Pick<Project, 'folder'>, file: string): string {
  const relative = path.relative(folder, file);
  return relative.startsWith('..') ? file : relative || '.';
}
