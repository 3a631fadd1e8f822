import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test as base } from '@playwright/test';
import { errorCodes } from '../../protocol/index.js';
import { chromiumLaunchOptions } from '../support/chromium.js';
import { findFreePort } from '../support/free-port.js';
import { makeInstalledProject } from './readme/installed-project.js';
import { listPages, readPage, readSnippets, root } from './readme/snippets.js';

const test = base.extend<{ install: (files: Record<string, string>) => string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern here
  install: async ({}, use) => {
    const folders: string[] = [];
    await use((files) => {
      const folder = makeInstalledProject(files);
      folders.push(folder);
      return folder;
    });
    for (const folder of folders) rmSync(folder, { recursive: true });
  },
});

const { resolve } = createRequire(import.meta.url);
const run = promisify(execFile);

test('every snippet of the README and the docs type-checks', async ({ install }) => {
  const files: Record<string, string> = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      extends: `${root}tsconfig.json`,
      compilerOptions: { allowJs: true, checkJs: true },
      include: ['snippets'],
    }),
  };
  for (const page of listPages()) {
    for (const [index, { language, code }] of readSnippets(page).entries()) {
      if (language !== 'ts' && language !== 'js') continue;
      files[`snippets/${page.replace(/\W/g, '-')}-${index + 1}.${language}`] = code;
    }
  }
  expect(Object.keys(files).length).toBeGreaterThan(10);

  const tsc = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
  const check = run(process.execPath, [tsc, '-p', '.'], { cwd: install(files) });
  const { stdout } = await check.catch((error: { stdout: string }) => error);

  expect(stdout).toBe('');
});

test("the README's first screen, run as it stands, prints what the README says", async ({
  install,
}) => {
  const port = String(await findFreePort());
  const atPort = (text: string): string => text.replaceAll('8080', port);
  const snippets = readSnippets('README.md');
  const find = (name: string): string => snippets.find(({ file }) => file === name)!.code;
  const config = atPort(find('playwright.config.ts'));
  const folder = install({
    'package.json': '{ "type": "module" }',
    'server.js': `import ${JSON.stringify(`${root}examples/shop/app/server.js`)};`,
    'cart.spec.ts': find('cart.spec.ts'),
    // Which browser there is, is a matter of the machine.
    'playwright.config.ts': config.replace(
      'use: {',
      `use: { launchOptions: ${JSON.stringify(chromiumLaunchOptions())},`,
    ),
  });

  const { PATH, HOME } = process.env;
  const playwright = join(dirname(resolve('@playwright/test/package.json')), 'cli.js');
  // A person sees both streams on one screen.
  const suite = run('sh', ['-c', 'exec "$0" "$1" test 2>&1', process.execPath, playwright], {
    cwd: folder,
    env: { PATH, HOME, FORCE_COLOR: '0' },
  });
  const { stdout } = await suite.catch((error: { stdout: string }) => error);

  const shown = snippets.find(({ code }) => code.startsWith('$ npx playwright test'))!.code;
  const expected = atPort(shown).split('\n').slice(1).join('\n');
  expect(normalize(stdout)).toBe(normalize(expected));
});

test('every error code is explained, and no other', () => {
  const rows = readPage('docs/errors.md').matchAll(/^\| `([A-Z_]+)`/gm);

  const explained = new Set([...rows].map(([, code]) => code));
  expect(explained).toEqual(new Set(errorCodes));
});

test('every link of the README and the docs leads somewhere', () => {
  for (const page of listPages()) {
    for (const [, target = ''] of readPage(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? page : join(dirname(page), path);
      expect(existsSync(root + linked), `${page} links to ${target}`).toBe(true);
      if (anchor !== undefined) {
        expect(listAnchors(linked), `${page} links to ${target}`).toContain(anchor);
      }
    }
  }
});

/** Leaves out what is another at every run. */
function normalize(text: string): string {
  return text
    .replaceAll(/\(\d+(?:\.\d+)?m?s\)/g, '(time)')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'address')
    .replaceAll(/\(app-test \d+\.\d+\.\d+[^)]*\)/g, '(version)')
    .trim();
}

/** As GitHub makes them from headings. */
function listAnchors(page: string): string[] {
  const headings = [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}
