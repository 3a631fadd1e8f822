import { posix } from 'node:path';
import type { Setup } from '../settle.js';

/** Where everything goes, by paths relative to the project. */
export interface Layout {
  /** The suite's own folder. */
  dir: string;
  /** Whether that folder is new, so that all of it is init's. */
  isNewDir: boolean;
  config: string;
  /** The configuration's folder, from which Playwright reads relative paths. */
  configDir: string;
  specs: string;
  spec: string;
  modules: string;
  module: string;
  scripts: { start: string; test: string };
}

/** Decides where everything goes. What is there already is left alone. */
export function planLayout({ project, start, language }: Setup, isNewDir: boolean): Layout {
  const { suite, isModule, manifest, specOwner } = project;
  const dir = suite.folder;
  // The files are ES modules. In a CommonJS package their names have to say so.
  const mark = isModule ? '' : 'm';
  const extension = `${mark}${language}`;
  // The server loads test modules with what it runs its own code with.
  const runsTypeScript = start.runner === 'tsx' || /\.[cm]?ts$/.test(start.entry);
  const moduleExtension = language === 'ts' && runsTypeScript ? `${mark}ts` : `${mark}js`;
  const configDir = suite.other === undefined ? '' : dir;
  const specs = posix.join(dir, 'specs');
  const modules = posix.join(dir, 'modules');
  return {
    dir,
    isNewDir,
    config: posix.join(configDir, `playwright.config.${extension}`),
    configDir,
    specs,
    spec: posix.join(specs, `example.${specOwner === undefined ? 'spec' : 'e2e'}.${extension}`),
    modules,
    module: posix.join(modules, `example.${moduleExtension}`),
    scripts: {
      start: freeName(manifest.scripts, ['start:test', 'start:app-test', 'start:test:app-test']),
      test: freeName(manifest.scripts, ['test:e2e', 'test:app-test', 'test:e2e:app-test']),
    },
  };
}

/** A script of somebody else's keeps its name. */
function freeName(scripts: Record<string, string> | undefined, names: readonly string[]): string {
  return names.find((name) => scripts?.[name] === undefined) ?? names.at(-1)!;
}
