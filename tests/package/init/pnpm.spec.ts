import { findFreePort } from '../../support/free-port.js';
import { typedApp } from './apps.js';
import { expect, test } from './generated-project.js';

test('pnpm, TypeScript with tsx, a fixed port: what init writes passes untouched', async ({
  makeProject,
}) => {
  const port = await findFreePort();
  const project = makeProject({
    'package.json': JSON.stringify({
      name: 'notes',
      private: true,
      type: 'module',
      scripts: {
        dev: 'tsx watch --env-file=.env src/server.ts',
        build: 'tsc',
        start: 'node dist/server.js',
      },
      dependencies: { '@google-cloud/datastore': '^10.1.1', express: '^5.3.0' },
      devDependencies: {
        '@types/express': '^5.0.6',
        'app-test': '{{app-test}}',
        tsx: '^4.23.15',
        typescript: '^5.9.3',
      },
    }),
    'tsconfig.json': `{
      // As tsc --init leaves it: with comments and a comma too many.
      "compilerOptions": { "module": "nodenext", "rootDir": "src", "outDir": "dist", "skipLibCheck": true, },
      "include": ["src"],
    }`,
    '.env': 'GOOGLE_CLOUD_PROJECT=a-live-project',
    ...typedApp({ port: String(port) }),
  });
  expect(await project.run('pnpm install --ignore-scripts')).toMatchObject({ code: 0 });

  // In CI pnpm would refuse to change its lock file.
  const init = await project.run('pnpm exec app-test init --yes', { env: { CI: 'true' } });

  expect(init.code, init.output).toBe(0);
  expect(init.output).toContain('pnpm (lock file)');
  expect(init.output).toContain('src/server.ts, with tsx (script dev)');
  expect(init.output).toContain(`${port}, as the code says`);
  expect(init.output).toMatch(/pnpm exec playwright install chromium .*\n.*pnpm run test:e2e/);
  expect(project.has('testing/modules/example.ts')).toBe(true);

  const suite = await project.runSuite('pnpm run test:e2e', 'playwright.config.ts');

  expect(suite.output).toContain('2 passed');
  expect(suite.code).toBe(0);
  // The suite is no part of the build, and type-checks by itself.
  const check = 'tsc --noEmit --module nodenext --strict --skipLibCheck';
  const files = 'playwright.config.ts testing/specs/*.ts testing/modules/*.ts';
  expect(await project.run(`pnpm exec ${check} ${files}`)).toEqual({ code: 0, output: '' });
  expect(await project.run('pnpm run build')).toMatchObject({ code: 0 });
  expect(project.has('dist/server.js')).toBe(true);
});
