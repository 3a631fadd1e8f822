import { expect, manifest, test } from './init-test.js';

const listening = `import express from 'express';\nexpress().listen(process.env.PORT ?? 4000);\n`;
const typed = `import express from 'express';\nconst app: unknown = express();\n(app as any).listen(4000);\n`;

interface Case {
  title: string;
  files: Record<string, string | object>;
  /** What `started by` says, and the script that starts it in tests. */
  found: string;
  starts: string;
  args?: string[];
}

const cases: Case[] = [
  {
    title: 'the script start',
    files: {
      'package.json': manifest({
        scripts: { start: 'HOME=$PWD node --env-file=.env server.js' },
      }),
      'server.js': listening,
    },
    found: 'server.js (script start)',
    starts: 'node --env-file=.env --import app-test/register server.js',
  },
  {
    title: 'a script that sets variables and comes after another command',
    files: {
      'package.json': manifest({
        scripts: {
          start: 'npm run lint && cross-env NODE_ENV=production TZ=UTC node -r ./first.cjs .',
        },
        main: 'lib/main.js',
      }),
      'lib/main.js': listening,
    },
    found: 'lib/main.js (script start)',
    starts: 'node -r ./first.cjs --import app-test/register lib/main.js',
  },
  {
    title: 'what nodemon watches',
    files: {
      'package.json': manifest({ scripts: { dev: 'nodemon --watch src --inspect src/app' } }),
      'src/app.js': listening,
    },
    found: 'src/app.js (script dev)',
    starts: 'node --import app-test/register src/app.js',
  },
  {
    title: 'what nodemon has tsx run',
    files: {
      'package.json': manifest({ scripts: { dev: `nodemon --exec "tsx" src/app.ts` } }),
      'src/app.ts': typed,
    },
    found: 'src/app.ts, with tsx (script dev)',
    starts: 'node --import tsx --import app-test/register src/app.ts',
  },
  {
    title: 'a compiled file that is not there yet',
    files: {
      'package.json': manifest({ scripts: { start: 'node build/index', build: 'tsc' } }),
      'tsconfig.json': { compilerOptions: { outDir: './build', rootDir: './src' } },
      'src/index.ts': typed,
    },
    found: 'build/index.js, built from src/index.ts (script start)',
    starts: 'npm run build && node --import app-test/register build/index.js',
  },
  {
    title: 'the field main of package.json',
    files: {
      'package.json': manifest({ main: './lib/web.js' }),
      'lib/web.js': listening,
    },
    found: 'lib/web.js (main)',
    starts: 'node --import app-test/register lib/web.js',
  },
  {
    title: 'the one file with a usual name that listens',
    files: {
      'package.json': manifest({ main: 'index.js' }),
      'index.js': `export * from './src/library.js';`,
      'src/library.js': 'export const one = 1;',
      'src/server.js': listening,
    },
    found: 'src/server.js (its name)',
    starts: 'node --import app-test/register src/server.js',
  },
  {
    title: 'a script that has Node itself run TypeScript',
    files: {
      'package.json': manifest({ scripts: { start: 'node --watch "src/my server.ts"' } }),
      'src/my server.ts': typed,
    },
    found: 'src/my server.ts (script start)',
    starts: 'node --import app-test/register "src/my server.ts"',
  },
  {
    title: 'a script that hooks ts-node in, which tsx replaces',
    files: {
      'package.json': manifest({
        scripts: { start: 'node -r ts-node/register -r ./first.cjs src/app.ts' },
      }),
      'src/app.ts': typed,
    },
    found: 'src/app.ts, with tsx (script start, in place of ts-node)',
    starts: 'node --import tsx -r ./first.cjs --import app-test/register src/app.ts',
  },
  {
    title: 'the script that listens, not the one that builds',
    files: {
      'package.json': manifest({
        scripts: {
          start: 'node bundle.js',
          dev: 'tsx watch --tsconfig web.json --env-file=.env src/app.ts',
        },
      }),
      'bundle.js': 'export const bundle = true;',
      'src/app.ts': typed,
    },
    found: 'src/app.ts, with tsx (script dev)',
    starts: 'node --import tsx --env-file=.env --import app-test/register src/app.ts',
  },
  {
    title: '--entry, and runs TypeScript with tsx where nothing else does',
    files: { 'package.json': manifest(), 'tools/web.ts': typed },
    args: ['--entry', './tools/web.ts'],
    found: 'tools/web.ts, with tsx (--entry)',
    starts: 'node --import tsx --import app-test/register tools/web.ts',
  },
];

for (const { title, files, found, starts, args = [] } of cases) {
  test(`the app is found by ${title}`, async ({ makeProject }) => {
    const project = makeProject(files);

    const { code, stdout, stderr } = await project.init('--yes', ...args);

    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain(`started by       ${found}\n`);
    const { scripts } = JSON.parse(project.read('package.json')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['start:test']).toBe(starts);
  });
}

for (const [title, listen, port, setsPort] of [
  ['PORT with a default', 'app.listen(Number(process.env.PORT) || 4000);', 4100, true],
  ['PORT without a default', 'app.listen(process.env.PORT);', 8180, true],
  ['PORT, destructured', 'const { PORT = 4000 } = process.env; app.listen(PORT);', 4100, true],
  ['a number', 'app.listen(4000, () => {});', 4000, false],
  ['a constant', 'const port = 4000;\napp.listen(port);', 4000, false],
  ['a number beside a comment', '// app.listen(process.env.PORT);\napp.listen(4000);', 4000, false],
  ['nothing that can be seen', 'app.listen(settings.port);', 8080, true],
] as const) {
  test(`the port is taken from code that names ${title}`, async ({ makeProject }) => {
    const project = makeProject({
      'package.json': manifest({ scripts: { start: 'node server.js' } }),
      'server.js': `import { start } from './web.js';\nstart();\n`,
      'web.js': `export function start() {\n${listen}\n}\n`,
    });

    const { code, stdout } = await project.init('--yes');

    expect(code).toBe(0);
    const config = project.read('playwright.config.js');
    expect(config).toContain(`const baseURL = 'http://localhost:${port}';`);
    expect(config.includes(`PORT: '${port}'`)).toBe(setsPort);
    expect(stdout.includes('Warning: The code names neither a port nor PORT')).toBe(
      title.startsWith('nothing'),
    );
  });
}

test('variables that a script sets are set in tests too', async ({ makeProject }) => {
  const project = makeProject({
    'package.json': manifest({
      scripts: { start: `TZ='Europe/Berlin' ts-node -P tsconfig.web.json src/web.ts` },
      devDependencies: { 'ts-node': '^10.9.2' },
    }),
    'src/web.ts': typed,
  });

  await project.init('--yes');

  const config = project.read('playwright.config.js');
  expect(config).toContain(`TZ: 'Europe/Berlin',`);
  expect(config).toContain(`TSX_TSCONFIG_PATH: 'tsconfig.web.json',`);
});

test('an app that does not listen while it is tested runs in development', async ({
  makeProject,
}) => {
  const project = makeProject({
    'package.json': manifest({ scripts: { start: 'node server.js' } }),
    'server.js': `if (process.env.NODE_ENV !== 'test') app.listen(4000);\n`,
  });

  await project.init('--yes');

  expect(project.read('playwright.config.js')).toContain(`NODE_ENV: 'development',`);
});

test('without an app that can be found, the option to name it is asked for', async ({
  makeProject,
}) => {
  const project = makeProject({ 'package.json': manifest({ scripts: { start: 'next start' } }) });
  const before = project.readAll();

  const { code, stderr } = await project.init('--yes');

  expect(stderr).toContain('No file that starts a server was found');
  expect(stderr).toContain('Name it: app-test init --entry src/server.js.');
  expect(code).toBe(1);
  expect(project.readAll()).toEqual(before);
});

test('of a workspace whose one app uses Datastore, that one is taken', async ({ makeProject }) => {
  const project = makeProject({
    'package.json': { name: 'all', private: true },
    'pnpm-workspace.yaml': `packages:\n  - 'apps/*'\n  - '!apps/old'\n`,
    'pnpm-lock.yaml': '',
    'apps/api/package.json': manifest({ scripts: { start: 'node server.js' } }),
    'apps/api/server.js': listening,
    'apps/web/package.json': { name: 'web' },
    'apps/old/package.json': manifest({ scripts: { start: 'node server.js' } }),
  });

  const { code, stdout } = await project.init('--yes');

  expect(code).toBe(0);
  expect(stdout).toContain('pnpm (lock file)');
  expect(project.has('apps/api/playwright.config.js')).toBe(true);
});

for (const [args, message] of [
  [['--port', '0'], 'A port is a whole number from 1 to 65535.'],
  [['--port', '80a'], 'A port is a whole number from 1 to 65535.'],
  [['--dir', '../tests'], 'It takes the path of a folder inside the project.'],
  [['--package-manager', 'pip'], 'Allowed choices are npm, pnpm, yarn, bun.'],
  [['--langauge', 'ts'], '(Did you mean --language?)'],
] as const) {
  test(`init ${args.join(' ')} is not understood`, async ({ makeProject }) => {
    const project = makeProject({ 'package.json': manifest(), 'server.js': listening });

    const { code, stderr } = await project.init('--yes', ...args);

    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(project.has('playwright.config.js')).toBe(false);
  });
}

test('a port is refused where the code has another', async ({ makeProject }) => {
  const project = makeProject({
    'package.json': manifest(),
    'server.js': 'app.listen(4000);',
  });

  const { code, stderr } = await project.init('--yes', '--port', '4001');

  expect(stderr).toContain("--port is 4001; it takes 4000, the number in the app's code");
  expect(code).toBe(1);
});

test('--help shows every option, and examples', async ({ makeProject }) => {
  const { code, stdout } = await makeProject({}).init('--help');

  expect(stdout).toContain('--in-code');
  expect(stdout).toContain('npx app-test init --yes');
  expect(code).toBe(0);
});
