import { join } from 'node:path';
import { expect, manifest, test } from './init-test.js';

const app = {
  'package.json': manifest({ scripts: { start: 'node server.js' } }),
  'server.js': 'app.listen(process.env.PORT ?? 4000);\n',
};

test('--dry-run names every file that would be written, and writes none', async ({
  makeProject,
}) => {
  const project = makeProject(app);
  const before = project.readAll();

  const { code, stdout } = await project.init('--yes', '--dry-run');

  expect(code).toBe(0);
  expect(stdout).toContain('Would write (this is a dry run)');
  for (const line of [
    '+ playwright.config.js',
    '+ testing/specs/example.spec.js',
    '+ testing/modules/example.js',
    '~ package.json',
    '+ .gitignore',
    '+ .gcloudignore',
  ]) {
    expect(stdout).toContain(line);
  }
  expect(project.readAll()).toEqual(before);
});

test('a second run changes nothing, not even what somebody has changed since', async ({
  makeProject,
}) => {
  const project = makeProject(app);
  await project.init('--yes');
  const config = project.read('playwright.config.js');
  project.write('playwright.config.js', config.replace(`isolation: 'test'`, `isolation: 'run'`));
  project.write('testing/modules/example.js', '// Emptied.\n');
  const before = project.readAll();

  const { code, stdout } = await project.init('--yes');

  expect(stdout).toContain('suite            playwright.config.js, there already');
  expect(stdout).toContain('Nothing to write: everything is there already.');
  expect(code).toBe(0);
  expect(project.readAll()).toEqual(before);
});

test('files in the way of new ones stay as they are', async ({ makeProject }) => {
  const project = makeProject({
    ...app,
    'e2e/specs/example.spec.js': '// Mine.\n',
    'e2e/pages/home.js': '// Mine, too.\n',
  });

  const { code, stdout } = await project.init('--yes', '--dir', 'e2e/');

  expect(code).toBe(0);
  expect(project.read('e2e/specs/example.spec.js')).toBe('// Mine.\n');
  expect(stdout).not.toContain('example.spec.js');
  // Of a folder that was there before, only what is new is left out of the deployment.
  expect(project.read('.gcloudignore')).toContain('\n/e2e/modules/\n');
});

test('a folder of modules that somebody else uses is refused', async ({ makeProject }) => {
  const project = makeProject({ ...app, 'src/modules/cart.js': 'export const cart = [];\n' });
  const before = project.readAll();

  const { code, stderr } = await project.init('--yes', '--dir', 'src');

  expect(stderr).toContain(`--dir is 'src'; it takes a folder without modules of its own`);
  expect(code).toBe(1);
  expect(project.readAll()).toEqual(before);
});

test('package.json keeps its style, and nothing in it changes but what is added', async ({
  makeProject,
}) => {
  const text = `\uFEFF{\r\n\t"name": "notes",\r\n\t"type": "module",\r\n\t"scripts": { "start": "node server.js" },\r\n\t"dependencies": {\r\n\t\t"zod": "4",\r\n\t\t"@google-cloud/datastore": "10"\r\n\t}\r\n}`;
  const project = makeProject({ ...app, 'package.json': text });

  await project.init('--yes');

  const after = project.read('package.json');
  expect(after.startsWith('\uFEFF{\r\n\t"name": "notes",\r\n')).toBe(true);
  expect(after.endsWith('\r\n}')).toBe(true);
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  expect(after).toContain('\t\t"zod": "4",\r\n\t\t"@google-cloud/datastore": "10"\r\n');
  expect(after).toMatch(
    /"devDependencies": \{\r\n\t\t"@playwright\/test": "\^1[^"]+",\r\n\t\t"app-test": "\^/,
  );
});

test('versions that the project names stay', async ({ makeProject }) => {
  const devDependencies = { '@playwright/test': '1.66.0', 'app-test': 'workspace:*' };
  const project = makeProject({
    ...app,
    'package.json': manifest({ scripts: { start: 'node server.js' }, devDependencies }),
  });

  await project.init('--yes');

  expect(JSON.parse(project.read('package.json'))).toMatchObject({ devDependencies });
});

test('spec 1.4: ignore files gain lines at their end, and keep the order they have', async ({
  makeProject,
}) => {
  const project = makeProject({
    ...app,
    '.gitignore': 'dist\n/test-results/\n!keep',
    '.gcloudignore': '#!include:.gitignore\r\n!dist\r\n',
    '.dockerignore': '*\n!server.js\n!testing',
    'app.yaml': 'runtime: nodejs22\n',
  });

  const { stdout } = await project.init('--yes');

  expect(project.read('.gitignore')).toBe(
    'dist\n/test-results/\n!keep\nplaywright-report/\napp-test-report/\n',
  );
  expect(project.read('.gcloudignore')).toBe('#!include:.gitignore\r\n!dist\r\n/testing/\r\n');
  expect(project.read('.dockerignore')).toBe('*\n!server.js\n!testing\ntesting/\n');
  expect(stdout).toContain('~ .dockerignore');
});

test('an ignore file that leaves the suite out already stays as it is', async ({ makeProject }) => {
  const ignore = 'node_modules\n**/testing\n';
  const project = makeProject({ ...app, '.dockerignore': ignore, Dockerfile: 'FROM node:22\n' });

  await project.init('--yes');

  expect(project.read('.dockerignore')).toBe(ignore);
  expect(project.has('.gcloudignore')).toBe(false);
});

test('spec 1.4: a deployment of the whole repository leaves the suite of one package out', async ({
  makeProject,
}) => {
  const project = makeProject({
    'package.json': { name: 'all', private: true, workspaces: ['apps/*'] },
    Dockerfile: 'FROM node:22\n',
    'Dockerfile.dockerignore': 'node_modules',
    'apps/api/package.json': app['package.json'],
    'apps/api/server.js': app['server.js'],
  });

  await project.init('apps/api', '--yes');

  expect(project.read('Dockerfile.dockerignore')).toBe('node_modules\napps/api/testing/\n');
  expect(project.has('.dockerignore')).toBe(false);
  expect(project.read('apps/api/.gitignore')).toContain('test-results/');
});

test('a file above the repository is not changed, but named', async ({ makeProject }) => {
  const project = makeProject({
    Dockerfile: 'FROM node:22\n',
    'own/.git/HEAD': 'ref: refs/heads/main\n',
    'own/package.json': app['package.json'],
    'own/server.js': app['server.js'],
  });

  const { code, stdout } = await project.init('own', '--yes');

  expect(code).toBe(0);
  expect(stdout).toContain(
    `Warning: ${join(project.folder, '.dockerignore')} is outside of the repository. Add there: own/testing/`,
  );
  expect(project.has('.dockerignore')).toBe(false);
});

for (const runner of ['jest', 'vitest']) {
  test(`${runner} does not take the new spec for its own`, async ({ makeProject }) => {
    const project = makeProject({
      ...app,
      'package.json': manifest({
        scripts: { start: 'node server.js', test: runner },
        devDependencies: { [runner]: '*' },
      }),
    });

    await project.init('--yes');

    expect(project.has('testing/specs/example.e2e.js')).toBe(true);
    expect(project.read('playwright.config.js')).toContain(`testMatch: '**/*.e2e.*',`);
  });
}

for (const [title, blocked] of [
  ['a folder', 'testing/specs'],
  ['an ignore file', '.gitignore'],
] as const) {
  test(`where ${title} cannot be written, nothing is`, async ({ makeProject }) => {
    const project = makeProject(app);
    // What is there is of the other kind.
    if (blocked === '.gitignore') project.write(`${blocked}/keep`, '');
    else project.write(blocked, 'A file where a folder is wanted.\n');
    const before = project.readAll();

    const { code, stderr } = await project.init('--yes', '--dir', 'testing');

    expect(stderr).toContain('could not be written');
    expect(stderr).toContain('Everything is as it was before.');
    expect(code).toBe(1);
    expect(project.readAll()).toEqual(before);
    expect(project.has('testing/modules')).toBe(false);
  });
}

test('where the install fails, it says what was written and what to run', async ({
  makeProject,
}) => {
  const project = makeProject({
    ...app,
    'package.json': manifest({
      scripts: { start: 'node server.js' },
      dependencies: { nowhere: 'file:./nowhere.tgz' },
    }),
  });

  const { code, stderr } = await project.run('init', '--yes');

  expect(stderr).toContain(`Everything is written, but 'npm install' in ${project.folder} failed`);
  expect(code).toBe(1);
  expect(project.has('playwright.config.js')).toBe(true);
});

test('without package.json, or with one that is not JSON, it says so', async ({ makeProject }) => {
  const none = await makeProject({}).init('--yes');
  expect(none.stderr).toContain('There is no package.json in ');
  expect(none.code).toBe(1);

  const broken = await makeProject({ 'package.json': '{ "name": ' }).init('--yes');
  expect(broken.stderr).toMatch(/package\.json is not JSON: .*Correct it first\./);
  expect(broken.code).toBe(1);
});

test('an app without Datastore is warned of, and says what to run next', async ({
  makeProject,
}) => {
  const project = makeProject({
    'package.json': { name: 'notes', scripts: { start: 'node server.js' } },
    'server.js': app['server.js'],
  });

  const { stdout } = await project.init('--yes', '--package-manager', 'yarn');

  expect(stdout).toContain('Warning: @google-cloud/datastore was not found.');
  expect(stdout).toContain('yarn install');
  expect(stdout).toContain('yarn playwright install chromium');
  expect(stdout).toContain('yarn run test:e2e');
});

test('a Playwright that is too old is warned of', async ({ makeProject }) => {
  const project = makeProject({
    ...app,
    'package.json': manifest({ devDependencies: { '@playwright/test': '~1.40.1' } }),
  });

  const { stdout } = await project.init('--yes');

  expect(stdout).toContain(`Warning: @playwright/test is '~1.40.1' in package.json.`);
});

test('what is printed to a file has no colours', async ({ makeProject }) => {
  const { stdout } = await makeProject(app).init('--yes');

  // oxlint-disable-next-line no-control-regex -- colours are control characters
  expect(stdout).not.toMatch(/\u001B/);
});
