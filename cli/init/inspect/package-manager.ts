import { detect, getUserAgent } from 'package-manager-detector/detect';
import { type PackageManagerName, packageManagers } from '../options.js';

/** A package manager, and what it said so. */
export interface PackageManager {
  name: PackageManagerName;
  /** Yarn 2 and newer spell some commands differently. */
  isBerry: boolean;
  from: string;
}

/** Finds a project's package manager: its lock file or `packageManager`, also above it, else who runs this. */
export async function findPackageManager(folder: string): Promise<PackageManager | undefined> {
  const detected = await detect({ cwd: folder });
  const name = packageManagers.find((known) => known === detected?.name);
  if (detected !== null && name !== undefined) {
    return { name, isBerry: detected.agent === 'yarn@berry', from: 'lock file' };
  }
  const agent = packageManagers.find((known) => known === getUserAgent());
  // `npx app-test init` says npm to everybody.
  if (agent === undefined || agent === 'npm') return undefined;
  return { name: agent, isBerry: false, from: 'it runs this' };
}

/** How a package manager is told things. */
export interface PackageManagerCommands {
  install: string[];
  /** Runs a script of package.json. */
  run: (script: string) => string;
  /** Runs a program of an installed package. */
  execute: (program: string) => string;
}

/** The commands of a package manager. */
export function commandsOf({ name, isBerry }: PackageManager): PackageManagerCommands {
  const runners = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' };
  // With CI set these would refuse to add what package.json has gained.
  const unfrozen = name === 'pnpm' ? ['--no-frozen-lockfile'] : isBerry ? ['--no-immutable'] : [];
  return {
    install: ['install', ...unfrozen],
    run: (script) => `${name} run ${script}`,
    execute: (program) => `${runners[name]} ${program}`,
  };
}
