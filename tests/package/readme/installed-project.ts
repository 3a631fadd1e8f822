import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './snippets.js';

/**
 * Makes a project with this build installed, and everything else that this repository has installed.
 *
 * @returns its folder.
 */
export function makeInstalledProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'app-test-readme-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(`${root}node_modules`)) {
    if (!name.startsWith('.') && name !== 'app-test') {
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
  }
  // Copied: where a link leads, Playwright would take the package for the project's own sources.
  for (const part of ['package.json', 'dist']) {
    cpSync(root + part, join(modules, 'app-test', part), { recursive: true });
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
