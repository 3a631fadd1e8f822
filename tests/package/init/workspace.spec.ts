import { findFreePort } from '../../support/free-port.js';
import { notesApp, typedApp } from './apps.js';
import { expect, test } from './generated-project.js';

const peers = { '@google-cloud/datastore': '^10.1.1', express: '^5.3.0' };
const typed = { '@types/express': '^5.0.6', typescript: '^5.9.3' };
const compilerOptions = {
  module: 'commonjs',
  outDir: 'dist',
  esModuleInterop: true,
  skipLibCheck: true,
};

test('an npm workspace: a compiled app, one that used ts-node and one set up in its code all pass', async ({
  makeProject,
}) => {
  // Three suites, and everything that they need.
  test.setTimeout(300_000);
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const project = makeProject({
    'package.json': JSON.stringify({
      name: 'all',
      private: true,
      workspaces: ['apps/*'],
      devDependencies: { 'app-test': '{{app-test}}' },
    }),
    Dockerfile: 'FROM node:22\nCOPY . .\n',
    '.dockerignore': 'node_modules\n',
    ...inFolder('apps/compiled', {
      'package.json': JSON.stringify({
        name: 'compiled',
        scripts: { build: 'tsc', start: 'node dist/server.js' },
        dependencies: peers,
        devDependencies: typed,
      }),
      // It compiles whatever lies there.
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...compilerOptions, rootDir: 'src' } }),
      ...typedApp({ port: 'Number(process.env.PORT ?? 8080)' }),
    }),
    ...inFolder('apps/hooked', {
      'package.json': JSON.stringify({
        name: 'hooked',
        scripts: { start: 'ts-node --transpile-only src/server.ts' },
        dependencies: peers,
        devDependencies: { ...typed, 'ts-node': '^10.9.2' },
      }),
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
      ...typedApp({ port: 'Number(process.env.PORT)' }),
      'src/server.ts': typedApp({ port: 'Number(process.env.PORT)' })['src/server.ts']!.replace(
        './app.js',
        './app',
      ),
    }),
    ...inFolder('apps/coded', {
      'package.json': JSON.stringify({
        name: 'coded',
        type: 'module',
        scripts: { start: 'node server.js' },
        dependencies: peers,
      }),
      'server.js': notesApp({ port: 'process.env.PORT' }),
    }),
  });
  expect(await project.run('npm install --ignore-scripts')).toMatchObject({ code: 0 });

  const several = await project.run('npx app-test init --yes');
  expect(several.output).toContain(
    'is a workspace with several apps on Datastore: apps/coded, apps/compiled, apps/hooked. Name one:',
  );
  expect(several.code).toBe(1);

  const inits = [
    await project.run(`npx app-test init apps/compiled --yes --port ${ports[0]}`),
    await project.run(`npx app-test init --yes --port ${ports[1]}`, { in: 'apps/hooked' }),
    await project.run(`npx app-test init --yes --in-code --port ${ports[2]}`, { in: 'apps/coded' }),
  ];

  expect(
    inits.map(({ code }) => code),
    inits.map(({ output }) => output).join('\n'),
  ).toEqual([0, 0, 0]);
  expect(inits[0]?.output).toContain('dist/server.js, built from src/server.ts (script start)');
  expect(inits[0]?.output).toContain('testing/ in JavaScript');
  expect(inits[1]?.output).toContain('src/server.ts, with tsx (script start, in place of ts-node)');
  expect(inits[2]?.output).toContain('~ server.js');
  expect(project.read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['node_modules', 'apps/compiled/testing/', 'apps/hooked/testing/']),
  );

  for (const [app, config] of [
    ['apps/compiled', 'playwright.config.mjs'],
    ['apps/hooked', 'playwright.config.mts'],
    ['apps/coded', 'playwright.config.js'],
  ] as const) {
    const suite = await project.runSuite('npm run test:e2e --', config, app);
    expect(suite.output).toContain('2 passed');
    expect(suite.code).toBe(0);
  }
  expect(project.read('apps/coded/package.json')).not.toContain('app-test/register');
});

function inFolder(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]),
  );
}
