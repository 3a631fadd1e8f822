import { findChromium, type FoundChromium, readNamedChromium } from './chromium/find-chromium.js';
import {
  downloadChromium,
  installDebianChromium,
  isRootOnLinux,
} from './chromium/install-chromium.js';

/**
 * Makes sure that there is a Chromium to test with, prints one line on which it is, and returns its path.
 *
 * @throws when there is none and none could be installed.
 */
export async function ensureChromium(): Promise<string> {
  const found = (await readNamedChromium()) ?? (await findChromium()) ?? (await installChromium());
  say(`Chromium: ${found.path} (${found.source}, ${found.version})`);
  return found.path;
}

async function installChromium(): Promise<FoundChromium> {
  say("Chromium: none on this machine; trying Playwright's own download.");
  if (await downloadChromium()) {
    const found = await findChromium();
    if (found !== undefined) return found;
  }
  if (isRootOnLinux()) {
    say("Chromium: the download failed; trying Debian's package.");
    if (await installDebianChromium()) {
      const found = await findChromium();
      if (found !== undefined) return found;
    }
  }
  throw new Error(
    'No Chromium or Chrome was found, and none could be installed: Playwright could not download its own, and ' +
      "Debian's package needs root and apt-get. Install Chromium or Chrome, or run `npx playwright install " +
      'chromium` where there is internet, or set CHROMIUM_PATH to a browser.',
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
