import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFile, isFolder } from './files.js';

const configNames = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map(
  (ext) => `playwright.config.${ext}`,
);
const defaultFolders = ['testing', 'app-test', 'testing-app'];

/** What there is of Playwright in a project. */
export interface SuiteFinding {
  /** A configuration that uses app-test already, relative to the project. */
  own: string | undefined;
  /** The configuration of a suite that does not. */
  other: string | undefined;
  /** The folder for a new suite: the first of these names that is not taken. */
  folder: string;
}

/** Looks for Playwright configurations, in the project and in the folders that init writes to. */
export function findSuite(project: string, dir: string | undefined): SuiteFinding {
  const folders = ['', ...(dir === undefined ? defaultFolders : [dir])];
  const configs = folders
    .flatMap((folder) => configNames.map((name) => (folder === '' ? name : `${folder}/${name}`)))
    .filter((file) => isFile(join(project, file)));
  const own = configs.find((file) => usesAppTest(join(project, file)));
  const other = configs.find((file) => !file.includes('/') && file !== own);
  const free = defaultFolders.find((folder) => !isFolder(join(project, folder)));
  return { own, other, folder: dir ?? free ?? 'testing-app-test' };
}

function usesAppTest(file: string): boolean {
  return /['"]app-test\/(?:global-setup|reporter|fixtures)['"]/.test(readFileSync(file, 'utf8'));
}
