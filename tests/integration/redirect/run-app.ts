import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RedirectTarget } from '../../../server/redirect/index.js';

/** What a child process did. */
export interface AppRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The file of one of the apps beside this file. */
export function appFile(name: string): string {
  return fileURLToPath(new URL(`apps/${name}`, import.meta.url));
}

/** Runs Node with one of the apps to its end. */
export async function runApp(
  args: readonly string[],
  target: RedirectTarget,
  env: NodeJS.ProcessEnv = {},
): Promise<AppRun> {
  const child = spawn(process.execPath, args, {
    // A bare environment: what is set on this machine must not help.
    env: {
      PATH: process.env.PATH,
      GOOGLE_CLOUD_PROJECT: 'live-project',
      METADATA_SERVER_DETECTION: 'none',
      REDIRECT_TARGET: JSON.stringify(target),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: AppRun = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => (run.stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (run.stderr += data.toString()));
  [run.code] = (await once(child, 'close')) as [number | null];
  return run;
}
