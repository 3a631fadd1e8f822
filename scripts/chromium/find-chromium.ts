import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

/** A browser that ran when it was asked for its version. */
export interface FoundChromium {
  path: string;
  /** Where it was found, for the one line that says what was chosen. */
  source: string;
  version: string;
}

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Finds a Chromium or Chrome that is on the machine, and proves that it runs. */
export async function findChromium(): Promise<FoundChromium | undefined> {
  for (const { path, source } of listCandidates()) {
    if (!isExecutable(path)) continue;
    const version = await readVersion(path);
    if (version !== undefined) return { path, source, version };
  }
  return undefined;
}

/**
 * The browser that the environment names, if it names one.
 *
 * @throws when it does not run: somebody meant this one and no other.
 */
export async function readNamedChromium(): Promise<FoundChromium | undefined> {
  for (const name of ['CHROMIUM_PATH', 'CHROME_PATH']) {
    const path = process.env[name];
    if (path === undefined || path === '') continue;
    const version = isExecutable(path) ? await readVersion(path) : undefined;
    if (version !== undefined) return { path, source: name, version };
    throw new Error(
      `${name} names '${path}', which does not run. Correct it, or unset it to have a browser found.`,
    );
  }
  return undefined;
}

function listCandidates(): { path: string; source: string }[] {
  return [
    { path: chromium.executablePath(), source: "Playwright's own" },
    ...listPathEntries().map((path) => ({ path, source: 'in PATH' })),
    ...listStandardPlaces().map((path) => ({ path, source: 'installed' })),
  ];
}

function listPathEntries(): string[] {
  if (process.platform === 'win32') return [];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

function listStandardPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].flatMap((name) =>
      ['', process.env.HOME ?? ''].map(
        (home) => `${home}/Applications/${name}.app/Contents/MacOS/${name}`,
      ),
    );
  }
  if (process.platform !== 'win32') return ['/opt/google/chrome/chrome', '/snap/bin/chromium'];
  return ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA']
    .flatMap((name) => process.env[name] ?? [])
    .flatMap((folder) =>
      ['Google/Chrome', 'Chromium'].map((name) => join(folder, name, 'Application/chrome.exe')),
    );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

// Ubuntu's chromium-browser is a script that asks for a snap: being there is not enough.
async function readVersion(path: string): Promise<string | undefined> {
  // On Windows the option opens a window instead.
  if (process.platform === 'win32') return 'version unknown';
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 });
    return /\d/.test(stdout) ? stdout.trim() : undefined;
  } catch {
    return undefined;
  }
}
