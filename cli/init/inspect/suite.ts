import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFile, isFolder } from './files.js';

const configNames = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map(
  (ext) => `playwright.config.${ext}`,
);
// Not app-test: where TypeScript has a baseUrl, that folder would be taken for the package.
const defaultFolders = ['testing', 'app-tests', 'testing-app-tests'];

/** What there is of Playwright in a project. */
export interface SuiteFinding {
  /** A configuration that uses app-test already, relative to the project. */
  own: string | undefined;
  /** The configuration of a suite that does not. */
  other: string | undefined;
  /** Whether that one, having no folder of its own, would take a new suite's specs too. */
  otherTakesAll: boolean;
  /** The folder for a new suite: the first of these names that is not taken. */
  folder: string;
}

/** Looks for Playwright configurations, in the project and in the folders that init writes to. */
export function findSuite(project: string, dir: string | undefined): SuiteFinding {
  const folders = ['', ...(dir === undefined ? defaultFolders : [dir])];
  const configs = folders
    .flatMap((folder) => configNames.map((name) => (folder === '' ? name : `${folder}/${name}`)))
    .filter((file) => isFile(join(project, file)));
  const own = configs.find((file) => usesAppTest(read(project, file)));
  const other = configs.find((file) => !file.includes('/') && file !== own);
  const free = defaultFolders.find((folder) => !isFolder(join(project, folder)));
  return {
    own,
    other,
    otherTakesAll: other !== undefined && !/\btestDir\b/.test(read(project, other)),
    folder: dir ?? free ?? defaultFolders.at(-1)!,
  };
}

function read(project: string, file: string): string {
  return readFileSync(join(project, file), 'utf8');
}

function usesAppTest(code: string): boolean {
  return /['"]app-test\/(?:global-setup|reporter|fixtures)['"]/.test(code);
}
