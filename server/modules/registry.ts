import { AppTestError, checkName, quoteValue } from '../../protocol/index.js';
import { getRuntime } from '../runtime.js';
import { onSessionReset } from '../session/session.js';
import { findCallingFile } from './calling-file.js';
import type { TestModule, TestModuleSource } from './test-module.js';

interface MountedModule {
  source: TestModuleSource;
  /** The file that registered it; `undefined` where it can't be told. */
  file: string | undefined;
}

const key = Symbol.for('app-test.modules.v2');
const holder = globalThis as { [key]?: Map<string, MountedModule> };
/** The configuration module, and the data tools. */
export const reservedNames: readonly string[] = ['config', 'data'];
const actionPattern = /^[A-Za-z][A-Za-z0-9_-]*$/;

function getModules(): Map<string, MountedModule> {
  holder[key] ??= new Map();
  return holder[key];
}

onSessionReset(() => getModules().clear());

/**
 * Mounts a test module under `/_test/<name>`: its actions as `POST /_test/<name>/<action>`, or a handler for
 * everything below. Registering the same module again does nothing; registering another one from the same file, as a dev
 * server does that reloads in its process, replaces it. Lost on `session.reset()`.
 *
 * @param name `^[a-z][a-z0-9_-]*$` after lower-casing; `config` and `data` are reserved.
 * @throws {AppTestError} `NAME_INVALID`, `OPTION_INVALID`, or `MODULE_DUPLICATE` for a second module of the name from
 * another file.
 */
export function registerTestModule(name: string, module: TestModuleSource): void {
  mountTestModule(name, module, findCallingFile(registerTestModule));
}

/** {@link registerTestModule} for a module of which the file is known. */
export function mountTestModule(
  name: string,
  module: TestModuleSource,
  file: string | undefined,
): void {
  const mounted = checkModuleName(name);
  checkModule(mounted, module);
  const modules = getModules();
  const held = modules.get(mounted);
  if (held !== undefined && held.source !== module) checkReplacement(mounted, held, file);
  modules.set(mounted, { source: module, file });
}

function checkReplacement(name: string, held: MountedModule, file: string | undefined): void {
  if (file !== undefined && held.file === file) {
    getRuntime().log(`[app-test] ${file} registered the test module '${name}' anew.`);
    return;
  }
  const by = (place: string | undefined) => (place === undefined ? '' : ` by ${place}`);
  throw new AppTestError({
    code: 'MODULE_DUPLICATE',
    message: `There is a test module '${name}' already, registered${by(held.file)}; another one was registered${by(file)}.`,
    next: 'Give one of the two another name.',
  });
}

/** The module of a name as it appears in a path; `undefined` if there is none. */
export function findTestModule(name: string): TestModuleSource | undefined {
  return getModules().get(name.toLowerCase())?.source;
}

/** The names of all modules. */
export function listTestModules(): string[] {
  return [...getModules().keys()];
}

function checkModuleName(name: unknown): string {
  const mounted = checkName('module', typeof name === 'string' ? name.toLowerCase() : name);
  if (!reservedNames.includes(mounted)) return mounted;
  throw new AppTestError({
    code: 'NAME_INVALID',
    message: `A test module can't be named '${mounted}': that is the path of app-test's own.`,
    next: 'Give it another name.',
  });
}

function checkModule(name: string, module: unknown): void {
  if (typeof module === 'function') return;
  if (typeof module !== 'object' || module === null || Array.isArray(module)) {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: `The test module '${name}' is ${quoteValue(module)}, neither actions nor a handler.`,
      next: 'Export the result of defineTestModule({ ... }) as the default.',
    });
  }
  for (const [action, run] of Object.entries(module as TestModule)) {
    if (typeof run === 'function' && actionPattern.test(action)) continue;
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: `The action ${quoteValue(action)} of the test module '${name}' is no function, or its name fits no path.`,
      next: 'Actions are functions; their names are letters, digits, hyphens and underscores.',
    });
  }
}
