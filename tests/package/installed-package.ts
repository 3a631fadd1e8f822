import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { packTarball } from '../../scripts/pack-tarball.js';

export { expect } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A project that has the packed package installed, and none of its optional peers until they are linked. */
export interface InstalledPackage {
  folder: string;
  /** Writes a file of the project. */
  write(file: string, text: string): void;
  /** Makes a package of this repository's node_modules available. */
  link(name: string): void;
  /** Takes away what was linked. */
  unlink(name: string): void;
  /** Runs Node in the project and returns what it printed, whatever its exit code. */
  run(args: readonly string[]): Promise<{ code: number; output: string }>;
}

export const test = base.extend<object, { installed: InstalledPackage }>({
  installed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
    async ({}, use) => {
      // Not below this repository, whose node_modules would answer for what is missing.
      const folder = mkdtempSync(join(tmpdir(), 'app-test-installed-'));
      const installed = describeInstalled(folder);
      installed.write('package.json', '{ "name": "consumer", "private": true }');
      const tarball = packTarball(folder);
      const flags = [
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
        '--omit=peer',
        '--ignore-scripts',
      ];
      await runFile('npm', ['install', ...flags, tarball], folder);
      await use(installed);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

function describeInstalled(folder: string): InstalledPackage {
  return {
    folder,
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    link(name) {
      const link = join(folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      rmSync(link, { force: true });
      symlinkSync(join(root, 'node_modules', name), link, 'dir');
    },
    unlink(name) {
      rmSync(join(folder, 'node_modules', name), { force: true });
    },
    async run(args) {
      try {
        return { code: 0, output: await runFile(process.execPath, args, folder) };
      } catch (error) {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { code, output: `${stdout}${stderr}` };
      }
    },
  };
}

async function runFile(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { PATH, HOME, npm_config_cache, npm_config_registry, npm_config_userconfig } = process.env;
  const npm = { npm_config_cache, npm_config_registry, npm_config_userconfig };
  return await new Promise((resolve, reject) => {
    execFile(command, args, { cwd, env: { PATH, HOME, ...npm } }, (error, stdout, stderr) => {
      if (error === null) resolve(`${stdout}${stderr}`);
      else reject(Object.assign(error, { stdout, stderr }));
    });
  });
}
