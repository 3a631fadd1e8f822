import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppTestError } from '../../../protocol/index.js';
import { findInstalled } from '../project/installed.js';
import { listingMark, type PlaywrightListing, type PlaywrightReading } from './reading.js';

const configNames = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map(
  (end) => `playwright.config.${end}`,
);
const longestListing = 60_000;

/**
 * Asks Playwright for its configuration and its tests. `--list` starts no server, no set-up and no test; it does
 * load the configuration and the test files.
 *
 * @param config - The configuration file that was named; by default the working directory's.
 * @throws {AppTestError} `OPTION_INVALID` for a named file that is not there.
 */
export async function readPlaywright(
  folder: string,
  config: string | undefined,
): Promise<PlaywrightReading> {
  const file = findConfig(folder, config);
  if (file === undefined) {
    return { kind: 'none', reason: `There is no playwright.config.* in ${folder}` };
  }
  const playwright = findInstalled(path.dirname(file), '@playwright/test');
  if (playwright === undefined) {
    return { kind: 'failed', reason: `@playwright/test is not installed for ${file}` };
  }
  const output = await list(path.join(playwright.folder, 'cli.js'), file, folder);
  const line = output.split('\n').find((candidate) => candidate.startsWith(listingMark));
  if (line === undefined) return { kind: 'failed', reason: shorten(output) };
  const listing = JSON.parse(line.slice(listingMark.length)) as PlaywrightListing;
  return { kind: 'read', listing };
}

function findConfig(folder: string, named: string | undefined): string | undefined {
  if (named === undefined) {
    return configNames.map((name) => path.join(folder, name)).find((file) => existsSync(file));
  }
  const file = path.resolve(folder, named);
  if (existsSync(file)) return file;
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `--config names '${named}', which is not there.`,
    next: 'A relative path starts at the working directory.',
  });
}

function list(cli: string, config: string, folder: string): Promise<string> {
  const reporter = fileURLToPath(new URL('./listing-reporter.js', import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cli, 'test', '--list', '--config', config, `--reporter=${reporter}`],
      {
        cwd: folder,
        timeout: longestListing,
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, FORCE_COLOR: '0' },
      },
      // It ends with 1 where a test file does not load; what could be listed is there all the same.
      (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`),
    );
    child.stdin?.end();
  });
}

/** The first lines: what follows is Playwright's own stack. */
function shorten(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines.slice(0, 6).join('\n').slice(0, 1000) || 'it printed nothing';
}
