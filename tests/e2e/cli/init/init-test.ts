import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** The command as it was built. */
export const command = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));

/** How a command ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A project to run `app-test init` in. Nothing is installed in it. */
export interface InitProject {
  folder: string;
  /** Runs `app-test init --no-install` with further arguments, without a terminal. */
  init: (...args: string[]) => Promise<Ended>;
  /** Runs `app-test` with these arguments and no others. */
  run: (...args: string[]) => Promise<Ended>;
  write: (file: string, text: string) => void;
  read: (file: string) => string;
  has: (file: string) => boolean;
  /** Every file and its text. */
  readAll: () => Record<string, string>;
}

/** Makes a project; an object is written as JSON. */
export type MakeProject = (files: Readonly<Record<string, string | object>>) => InitProject;

export const test = base.extend<{ makeProject: MakeProject }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  makeProject: async ({}, use) => {
    const folders: string[] = [];
    await use((files) => {
      const folder = mkdtempSync(join(tmpdir(), 'app-test-init-'));
      folders.push(folder);
      const project = openProject(folder);
      for (const [file, content] of Object.entries(files)) {
        project.write(
          file,
          typeof content === 'string' ? content : JSON.stringify(content, null, 2),
        );
      }
      return project;
    });
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  },
});

/** A package.json with Express and Datastore in it, and what else is given. */
export function manifest(more: object = {}): object {
  const dependencies = { '@google-cloud/datastore': '^10.1.1', express: '^5.3.0' };
  return { name: 'notes', private: true, type: 'module', dependencies, ...more };
}

/** What developers have in their environment, and nothing of this test run. */
export function plainEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, LANG: 'C.UTF-8', npm_config_offline: 'true' };
}

function openProject(folder: string): InitProject {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return {
    folder,
    init: (...args) => runCommand(folder, ['init', '--no-install', ...args]),
    run: (...args) => runCommand(folder, args),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    read,
    has: (file) => existsSync(join(folder, file)),
    readAll() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
      return Object.fromEntries(files.toSorted().map((file) => [file, read(file)]));
    },
  };
}

function runCommand(folder: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const all = [command, ...args];
    const options = { cwd: folder, env: plainEnvironment() };
    execFile(process.execPath, all, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}
