import { applyPatch } from 'diff';
import { expect, manifest, test } from './init-test.js';

const start = { scripts: { start: 'node server.js' } };
const from = (name: string): string => `from '${name}';`;
const required = (name: string): string => `require('${name}');`;

test('--in-code puts the import before every other, and the call after the last', async ({
  makeProject,
}) => {
  const project = makeProject({
    'package.json': manifest({ ...start, devDependencies: { 'app-test': '^0.1.0' } }),
    'server.js': [
      '#!/usr/bin/env node',
      '// The server.',
      `import express, {`,
      `  json,`,
      `} ${from('express')}`,
      `import './first.js';`,
      `import { routes } ${from('./routes.js')} // all of them`,
      '',
      'const app = express();',
      'app.listen(4000);',
      '',
    ].join('\r\n'),
  });

  const { code, stdout } = await project.init('--yes', '--in-code');

  expect(code).toBe(0);
  expect(stdout).toContain('~ server.js');
  expect(project.read('server.js')).toBe(
    [
      '#!/usr/bin/env node',
      '// The server.',
      `import { setup } ${from('app-test/server')} // before every other import`,
      `import express, {`,
      `  json,`,
      `} ${from('express')}`,
      `import './first.js';`,
      `import { routes } ${from('./routes.js')} // all of them`,
      '',
      'await setup();',
      '',
      'const app = express();',
      'app.listen(4000);',
      '',
    ].join('\r\n'),
  );
  const written = JSON.parse(project.read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  expect(written.scripts?.['start:test']).toBe('node server.js');
  // The deployed app imports it.
  expect(written.dependencies?.['app-test']).toBe('^0.1.0');
  expect(written.devDependencies?.['app-test']).toBeUndefined();

  const before = project.readAll();
  const again = await project.init('--yes', '--in-code');
  expect(again.stdout).toContain('Nothing to write');
  expect(project.readAll()).toEqual(before);
});

test('--in-code shows a patch for CommonJS, which can be applied', async ({ makeProject }) => {
  const server = [
    `'use strict';`,
    `const express = ${required('express')}`,
    'const app = express();',
    'app.listen(4000, () => {',
    `  process.stdout.write('up');`,
    '});',
    '',
  ].join('\n');
  const project = makeProject({
    'package.json': manifest({ ...start, type: 'commonjs' }),
    'server.js': server,
  });

  const { code, stdout } = await project.init('--yes', '--in-code');

  expect(code).toBe(0);
  expect(stdout).toContain('Apply this by hand: a CommonJS file cannot wait at its top');
  expect(project.read('server.js')).toBe(server);
  const patch = stdout.slice(stdout.indexOf('--- a/server.js'), stdout.indexOf('\nNext\n'));
  expect(applyPatch(server, patch)).toBe(
    [
      `'use strict';`,
      `const { setup } = ${required('app-test/server')} // before every other require`,
      `const express = ${required('express')}`,
      'const app = express();',
      'setup().then(() => {',
      '  app.listen(4000, () => {',
      `    process.stdout.write('up');`,
      '  });',
      '});',
      '',
    ].join('\n'),
  );
});

test('--in-code shows a patch where a name would be taken twice', async ({ makeProject }) => {
  const server = `import { setup } ${from('./setup.js')}\nsetup().listen(4000);\n`;
  const project = makeProject({ 'package.json': manifest(start), 'server.js': server });

  const { stdout } = await project.init('--yes', '--in-code');

  expect(stdout).toContain('Apply this by hand: it has something named setup already');
  expect(project.read('server.js')).toBe(server);
});
