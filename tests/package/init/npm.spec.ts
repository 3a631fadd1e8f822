import { findFreePort } from '../../support/free-port.js';
import { notesApp } from './apps.js';
import { expect, test } from './generated-project.js';

test('npm, ES modules: what init writes passes untouched, and a second run changes nothing', async ({
  makeProject,
}) => {
  const port = await findFreePort();
  const project = makeProject({
    'package.json': JSON.stringify({
      name: 'notes',
      private: true,
      type: 'module',
      scripts: { start: 'node --trace-warnings server.js' },
      dependencies: { '@google-cloud/datastore': '^10.1.1', express: '^5.3.0' },
      devDependencies: { 'app-test': '{{app-test}}' },
    }),
    'server.js': notesApp({ port: `process.env.PORT ?? 3000` }),
    '.gcloudignore': 'node_modules/\n!testing/important.txt',
  });
  expect(await project.run('npm install --ignore-scripts')).toMatchObject({ code: 0 });

  const first = await project.run(`npx app-test init --yes --port ${port}`);

  expect(first.code, first.output).toBe(0);
  expect(first.output).toContain('npm (lock file)');
  expect(first.output).toContain('ES modules, JavaScript, Express');
  expect(first.output).toContain('server.js (script start)');
  expect(first.output).toContain(`reads PORT and else 3000; the tests take ${port}`);
  expect(first.output).toContain('+ playwright.config.js');
  expect(first.output).toMatch(/npm run test:e2e +runs the suite/);
  expect(project.read('.gcloudignore')).toBe('node_modules/\n!testing/important.txt\n/testing/\n');
  const { scripts } = JSON.parse(project.read('package.json')) as { scripts: object };
  expect(scripts).toEqual({
    start: 'node --trace-warnings server.js',
    'start:test': 'node --trace-warnings --import app-test/register server.js',
    'test:e2e': 'playwright test',
  });

  const suite = await project.runSuite('npm run test:e2e --', 'playwright.config.js');

  expect(suite.output).toContain('2 passed');
  expect(suite.code).toBe(0);

  const doctor = await project.run('npx app-test doctor');
  expect(doctor.output).not.toMatch(/^(?:failure|warning)/m);
  expect(doctor.code, doctor.output).toBe(0);

  const files = ['package.json', 'package-lock.json', '.gcloudignore', '.gitignore', 'server.js'];
  const before = files.map(project.read);
  const second = await project.run('npx app-test init --yes');

  expect(second.output).toContain('Nothing to write: everything is there already.');
  expect(second.code).toBe(0);
  expect(files.map(project.read)).toEqual(before);
});
