import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const typescript = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc');

test('the public types admit what is right and refuse what is wrong', async () => {
  const errors = await new Promise<string>((resolve) => {
    const args = [typescript, '-p', 'tests/types/tsconfig.json'];
    execFile(process.execPath, args, { cwd: root }, (_, stdout) => resolve(stdout));
  });

  expect(errors).toBe('');
});
