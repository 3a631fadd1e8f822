import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from './installed-package.js';

test('the package ships its build and its papers, and nothing else', ({ installed }) => {
  const strays = listFiles(installed.folder).filter(
    (file) =>
      !/^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(file) &&
      !/^dist\/(protocol|client|server|datastore|fixtures|reporter|cli|mirror|terminal)\/.*(\.js|\.d\.ts|\.json|\.proto)$/.test(
        file,
      ),
  );

  expect(strays).toEqual([]);
});

test('every entry of the package has its code and its types', ({ installed }) => {
  const folder = join(installed.folder, 'node_modules/app-test');
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string; default: string }>;
  };
  const shipped = listFiles(installed.folder);

  for (const target of Object.values(exports)) {
    const files = typeof target === 'string' ? [target] : [target.types, target.default];
    expect(shipped).toEqual(expect.arrayContaining(files.map((file) => file.slice(2))));
  }
});

test('no shipped text names a path of the machine it was built on', ({ installed }) => {
  const folder = join(installed.folder, 'node_modules/app-test');
  const mentions = listFiles(installed.folder).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes(process.cwd()),
  );

  expect(mentions).toEqual([]);
});

function listFiles(project: string): string[] {
  const folder = join(project, 'node_modules/app-test');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
