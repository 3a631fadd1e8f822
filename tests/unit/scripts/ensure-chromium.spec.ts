import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test.skip(process.platform !== 'linux', 'the machines are made of shell scripts');

/** A machine with nothing in PATH but what the test puts there, and no internet. */
class Machine {
  readonly bin = test.info().outputPath('bin');

  constructor() {
    mkdirSync(this.bin, { recursive: true });
  }

  /** Puts a command into PATH. */
  install(name: string, script: string): string {
    const file = `${this.bin}/${name}`;
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  ensureChromium(env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
    const program = `import { ensureChromium } from './scripts/ensure-chromium.ts';
      try { console.log('path=' + (await ensureChromium())); }
      catch (error) { console.log(error.message); process.exitCode = 1; }`;
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '--eval', program],
        {
          cwd: root,
          env: {
            PATH: this.bin,
            HOME: test.info().outputPath('home'),
            PLAYWRIGHT_BROWSERS_PATH: test.info().outputPath('browsers'),
            // Nobody listens there: a machine without internet.
            PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
            ...env,
          },
        },
        (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }
}

const chromium = 'echo Chromium 150.0';

test('a Chromium in PATH is used, and one line says so', async () => {
  const machine = new Machine();
  const path = machine.install('chromium', chromium);

  const { output } = await machine.ensureChromium();

  expect(output).toBe(`Chromium: ${path} (in PATH, Chromium 150.0)\npath=${path}\n`);
});

test('the browser that CHROMIUM_PATH names comes before any other', async () => {
  const machine = new Machine();
  machine.install('chromium', chromium);
  const named = machine.install('mine', 'echo Mine 1.0');

  const { output } = await machine.ensureChromium({ CHROMIUM_PATH: named });

  expect(output).toContain(`path=${named}\n`);
});

test('a browser that CHROMIUM_PATH names and that does not run is an error, not a reason to take another', async () => {
  const machine = new Machine();
  machine.install('chromium', chromium);

  const { code, output } = await machine.ensureChromium({ CHROMIUM_PATH: '/no/such/browser' });

  expect(output).toContain("CHROMIUM_PATH names '/no/such/browser', which does not run.");
  expect(code).toBe(1);
});

test('a command that is there and does not run is passed over', async () => {
  const machine = new Machine();
  machine.install('chromium', 'echo "Install the chromium snap" >&2; exit 1');
  const path = machine.install('google-chrome', 'echo Google Chrome 151.0');

  expect((await machine.ensureChromium()).output).toContain(`path=${path}\n`);
});

test("without a browser Playwright's download is tried, then Debian's package", async () => {
  test.skip(process.getuid?.() !== 0, 'only root installs packages');
  const machine = new Machine();
  // As on a fresh image: there is nothing to install before an update.
  machine.install(
    'apt-get',
    `case "$*" in
       *update*) : > "${machine.bin}/updated" ;;
       *install*chromium*) [ -e "${machine.bin}/updated" ] || exit 100
         printf '#!/bin/sh\\n${chromium}\\n' > "${machine.bin}/chromium"
         /bin/chmod +x "${machine.bin}/chromium" ;;
     esac`,
  );

  const { output } = await machine.ensureChromium();

  expect(output.split('\n')).toEqual([
    "Chromium: none on this machine; trying Playwright's own download.",
    "Chromium: the download failed; trying Debian's package.",
    `Chromium: ${machine.bin}/chromium (in PATH, Chromium 150.0)`,
    `path=${machine.bin}/chromium`,
    '',
  ]);
});

test('where nothing helps, one error says what to do', async () => {
  const { code, output } = await new Machine().ensureChromium();

  expect(output).toContain('No Chromium or Chrome was found, and none could be installed');
  expect(output).toContain('set CHROMIUM_PATH to a browser');
  expect(code).toBe(1);
});
