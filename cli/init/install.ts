import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AppTestError } from '../../protocol/index.js';
import { commandsOf, type PackageManager } from './inspect/package-manager.js';

/** Says whether a project finds all of these packages. */
export function areInstalled(folder: string, names: readonly string[]): boolean {
  const { resolve } = createRequire(join(folder, 'package.json'));
  return names.every((name) => {
    try {
      resolve(`${name}/package.json`);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Runs the package manager's install, its output on this terminal.
 *
 * @throws {AppTestError} `INSTALL_FAILED`, with the command to run by hand.
 */
export async function install(folder: string, packageManager: PackageManager): Promise<void> {
  const { name } = packageManager;
  const args = commandsOf(packageManager).install;
  const command = [name, ...args].join(' ');
  // On Windows package managers are scripts, which need a shell.
  const child = spawn(name, args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const ended = await once(child, 'close').then(
    ([code, signal]: unknown[]) =>
      code === 0 ? undefined : `ended with ${String(code ?? signal)}`,
    (error: unknown) => (error as Error).message,
  );
  if (ended === undefined) return;
  throw new AppTestError({
    code: 'INSTALL_FAILED',
    message: `Everything is written, but '${command}' in ${folder} failed: ${ended}.`,
    next: `Run it by hand, then go on with the suite.`,
  });
}
