import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

// A backend team has no Playwright and a test team neither Express nor Datastore, and nobody runs what they have not.
const folders: Record<string, { ours: string[]; packages: string[] }> = {
  protocol: { ours: [], packages: [] },
  // How a person at a terminal is asked.
  terminal: { ours: [], packages: [] },
  client: { ours: ['protocol'], packages: [] },
  // It starts the embedded Datastore where it is asked to.
  server: {
    ours: ['protocol', 'datastore'],
    packages: ['cookie', 'ignore', '@balena/dockerignore'],
  },
  datastore: {
    ours: [],
    packages: ['protobufjs', 'classic-level', 'yaml'],
  },
  fixtures: { ours: ['protocol', 'client', 'terminal'], packages: ['@playwright/test', 'cookie'] },
  reporter: { ours: ['protocol'], packages: ['@playwright/test'] },
  mirror: {
    ours: ['protocol', 'terminal', 'datastore', 'server'],
    packages: ['@grpc/grpc-js', 'protobufjs', 'p-limit'],
  },
  cli: {
    ours: ['protocol', 'client', 'server', 'datastore', 'fixtures', 'mirror'],
    packages: [
      'commander',
      '@clack/prompts',
      'diff',
      'package-manager-detector',
      'ignore',
      'yaml',
      '@playwright/test',
    ],
  },
};

// At the beginning of a line, so that no text that quotes an import is taken for one.
const importPattern =
  /^(?:(?:import|export|\}).*?\bfrom '(.+?)'|import '(.+?)'|.*\b(?:import|require|createRequire\(import\.meta\.url\))\('(.+?)'\))/gm;

interface Import {
  file: string;
  specifier: string;
}

for (const [folder, { ours, packages }] of Object.entries(folders)) {
  test(`${folder}/ imports nothing of ours but itself${listAnd(ours)}`, () => {
    const strays = listImports(folder)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map((found) => ({ ...found, target: resolve(root, found.file, '..', found.specifier) }))
      .filter(({ target }) => ![folder, ...ours].includes(relative(root, target).split('/')[0]!));

    expect(strays).toEqual([]);
  });

  test(`${folder}/ needs no package but Node${listAnd(packages)}`, () => {
    const strays = listImports(folder)
      .filter(({ specifier }) => !specifier.startsWith('.') && !isBuiltin(specifier))
      .filter(({ specifier }) => !packages.includes(readPackageName(specifier)));

    expect(strays).toEqual([]);
  });
}

test('every package that shipped code imports is a dependency or a peer', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    peerDependencies?: Record<string, string>;
  };
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const needed = Object.keys(folders)
    .flatMap(listImports)
    .map(({ specifier }) => specifier)
    .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
    .map(readPackageName);

  expect([...new Set(needed)].filter((name) => !declared.includes(name))).toEqual([]);
});

test('examples/shop uses the package by its name only', () => {
  const strays = listImports('examples/shop')
    .filter(({ specifier }) => specifier.startsWith('.'))
    .filter(
      ({ file, specifier }) =>
        !relative(root, resolve(root, file, '..', specifier)).startsWith('examples/shop'),
    );

  expect(strays).toEqual([]);
});

test('not one line of the shop itself mentions app-test', () => {
  const mentions = listFiles('examples/shop/app').filter((file) =>
    /app[-_]?test/i.test(readFileSync(join(root, file), 'utf8')),
  );

  expect(mentions).toEqual([]);
});

function listImports(folder: string): Import[] {
  return listFiles(folder)
    .filter((file) => /\.[cm]?[jt]s$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
      return [...code.matchAll(importPattern)].map(([, from, bare, called]) => ({
        file,
        specifier: (from ?? bare ?? called)!,
      }));
    });
}

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function readPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function listAnd(names: readonly string[]): string {
  return names.length === 0 ? '' : ` and ${names.join(', ')}`;
}
