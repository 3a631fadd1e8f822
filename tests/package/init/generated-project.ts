import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { packTarball } from '../../../scripts/pack-tarball.js';
import { chromiumLaunchOptions } from '../../support/chromium.js';

export { expect } from '@playwright/test';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a command printed, both streams, and how it ended. */
export interface Ended {
  code: number;
  output: string;
}

/** Somebody's project, with nothing of app-test in it but the packed package. */
export interface GeneratedProject {
  folder: string;
  /** Runs a command as somebody would type it, in the project or a folder below it. */
  run(command: string, options?: { in?: string; env?: Record<string, string> }): Promise<Ended>;
  write: (file: string, text: string) => void;
  read: (file: string) => string;
  has: (file: string) => boolean;
  /**
   * Runs the suite as it was written, by its own script. Which browser there is, is a matter of the machine: a second
   * configuration says so beside the one that was written, and changes nothing else.
   */
  runSuite(command: string, config: string, folder?: string): Promise<Ended>;
}

interface Fixtures {
  /** Makes a project of these files; `{{app-test}}` in one is the version range of the packed package. */
  makeProject: (files: Readonly<Record<string, string>>) => GeneratedProject;
}

export const test = base.extend<Fixtures, { tarball: string }>({
  tarball: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'app-test-packed-'));
      await use(packTarball(folder));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  makeProject: async ({ tarball }, use) => {
    const folders: string[] = [];
    await use((files) => {
      const folder = mkdtempSync(join(tmpdir(), 'app-test-init-'));
      // yarn leaves folders in it.
      const scratch = mkdtempSync(join(tmpdir(), 'app-test-init-scratch-'));
      folders.push(folder, scratch);
      cpSync(tarball, join(folder, basename(tarball)));
      const project = openProject(folder, scratch);
      const range = `file:${join(folder, basename(tarball))}`;
      for (const [file, text] of Object.entries(files)) {
        project.write(file, text.replaceAll('{{app-test}}', range));
      }
      return project;
    });
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  },
});

function openProject(folder: string, scratch: string): GeneratedProject {
  const project: GeneratedProject = {
    folder,
    run: (command, options = {}) =>
      runShell(command, join(folder, options.in ?? ''), { TMPDIR: scratch, ...options.env }),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    has: (file) => existsSync(join(folder, file)),
    runSuite(command, config, app = '') {
      const launchOptions = JSON.stringify(chromiumLaunchOptions());
      const name = basename(config);
      const machine = join(dirname(config), name.replace('playwright.config', 'machine.config'));
      project.write(
        join(app, machine),
        `import config from './${name}';
         export default { ...config, use: { ...config.use, launchOptions: ${launchOptions} } };`,
      );
      return project.run(`${command} --config ${machine}`, { in: app });
    },
  };
  return project;
}

/** With the environment of a developer, of which this test run's own is no part. */
function runShell(command: string, cwd: string, more: Record<string, string>): Promise<Ended> {
  const {
    PATH = '',
    HOME,
    npm_config_cache,
    npm_config_registry,
    npm_config_userconfig,
  } = process.env;
  const env = {
    // pnpm and yarn are the repository's own.
    PATH: [dirname(process.execPath), PATH, join(root, 'node_modules/.bin')].join(delimiter),
    HOME,
    npm_config_cache,
    npm_config_registry,
    npm_config_userconfig,
    npm_config_prefer_offline: 'true',
    npm_config_loglevel: 'error',
    npm_config_update_notifier: 'false',
    ...more,
  };
  return new Promise((resolve) => {
    // A person sees both streams on one screen.
    execFile('sh', ['-c', `exec 2>&1; ${command}`], { cwd, env }, (error, output) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output });
    });
  });
}
