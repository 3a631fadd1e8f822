import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Manifest, findDependency, readManifest } from './manifest.js';
import { findSuite, type SuiteFinding } from './suite.js';
import { type TypeScriptFacts, readTypeScript } from './typescript.js';
import { findRepository } from './workspace.js';

/** A project as it was found, before anybody was asked. */
export interface Project {
  folder: string;
  /** The workspace or repository that it belongs to; the project itself where there is none. */
  repository: string;
  manifest: Manifest;
  /** Its package.json as it stands. */
  manifestText: string;
  /** Whether its `.js` files are ES modules. */
  isModule: boolean;
  typescript: TypeScriptFacts | undefined;
  suite: SuiteFinding;
  usesExpress: boolean;
  hasDatastore: boolean;
  /** Who would take files named `.spec` for its own: another test runner, or another Playwright configuration. */
  specOwner: string | undefined;
}

/**
 * Looks at a project.
 *
 * @throws {AppTestError} `PROJECT_UNCLEAR` where there is no package.json that can be read.
 */
export function inspectProject(folder: string, dir: string | undefined): Project {
  const { manifest, text } = readManifest(folder);
  const suite = findSuite(folder, dir);
  const runner = ['jest', 'vitest'].find((name) => findDependency(manifest, name) !== undefined);
  return {
    folder,
    repository: findRepository(folder),
    manifest,
    manifestText: text,
    isModule: manifest.type === 'module',
    typescript: readTypeScript(folder, manifest),
    suite,
    usesExpress: isThere(folder, manifest, 'express'),
    hasDatastore: isThere(folder, manifest, '@google-cloud/datastore'),
    specOwner: runner ?? (suite.otherTakesAll ? suite.other : undefined),
  };
}

/** Named in package.json, or installed where the project finds it: a workspace may keep it further up. */
function isThere(folder: string, manifest: Manifest, name: string): boolean {
  if (findDependency(manifest, name) !== undefined) return true;
  try {
    createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}
