import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppTestError } from '../../protocol/index.js';
import { mountTestModule } from './registry.js';
import type { TestModuleSource } from './test-module.js';

const modulePattern = /^(?![._])(.+?)\.(?:js|mjs|cjs|ts|mts|cts)$/;
const otherPattern = /\.d\.[cm]?ts$|\.(?:test|spec)\.[cm]?[jt]s$/;

/**
 * Loads every module of a folder: a file's name is the module's name, its default export the module. Files
 * that begin with `.` or `_`, declarations, specs and subfolders are passed over.
 *
 * @returns The names loaded.
 * @throws {AppTestError} `OPTION_INVALID` for a folder that can't be read or a file without a default export.
 */
export async function loadTestModules(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const file of await listFiles(folder)) {
    const name = otherPattern.test(file) ? undefined : modulePattern.exec(file)?.[1];
    if (name === undefined) continue;
    const place = path.join(folder, file);
    mountTestModule(name, await importDefault(place), place);
    names.push(name.toLowerCase());
  }
  return names;
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
      .toSorted();
  } catch (cause) {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: `The folder of test modules, ${folder}, could not be read.`,
      next: 'Look at the option modules (APP_TEST_MODULES); a relative path starts at the working directory.',
      cause,
    });
  }
}

async function importDefault(file: string): Promise<TestModuleSource> {
  const loaded = (await import(pathToFileURL(file).href)) as { default?: unknown };
  // A CommonJS file compiled from `export default` carries the export one level down.
  const outer = loaded.default as { __esModule?: boolean; default?: unknown } | undefined;
  const exported = outer?.__esModule === true ? outer.default : outer;
  if (exported !== undefined) return exported as TestModuleSource;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `${file} has no default export.`,
    next: 'Write export default defineTestModule({ ... }), or begin its name with _ if it is no test module.',
  });
}
