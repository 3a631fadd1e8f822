import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const minutes = 60_000;

/** Has Playwright download its own Chromium; false when it could not, which is soon known without internet. */
export async function downloadChromium(): Promise<boolean> {
  return await run(
    process.execPath,
    [playwright, 'install', 'chromium', '--no-shell'],
    // Playwright tries several hosts several times; a firewall that drops packets must not hold it for minutes.
    { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '8000' },
    5 * minutes,
  );
}

/** Whether {@link installDebianChromium} may try. */
export function isRootOnLinux(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** Installs Debian's chromium package; false when there is no apt-get, or when it could not. */
export async function installDebianChromium(): Promise<boolean> {
  const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
  // A fresh image has no package lists yet.
  return (await apt(install)) || ((await apt(['update'])) && (await apt(install)));
}

function apt(command: string[]): Promise<boolean> {
  const options = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];
  return run(
    'apt-get',
    ['--quiet=2', ...options, ...command],
    { DEBIAN_FRONTEND: 'noninteractive' },
    5 * minutes,
  );
}

async function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  timeout: number,
): Promise<boolean> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    // What went wrong is said once, in the end, when nothing else worked either.
    stdio: 'ignore',
    // Unlike a timeout of spawn's, it keeps no process alive that had no such command.
    signal: AbortSignal.timeout(timeout),
  });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch {
    // No such command, or not in time.
    return false;
  }
}
