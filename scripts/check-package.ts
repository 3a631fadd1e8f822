// `npm run check:package`: what npm would publish, judged by publint and by Are The Types Wrong.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packTarball } from './pack-tarball.js';

const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'app-test-pack-'));
try {
  const tarball = packTarball(folder);
  run('publint', ['run', tarball, '--strict']);
  // Only ES modules are published, as package.json says.
  run('attw', ['--profile', 'esm-only', '--no-emoji', tarball]);
} catch (error) {
  process.exitCode = (error as { status?: number | null }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command: string, args: string[]): void {
  execFileSync(join(bin, command), args, { stdio: 'inherit' });
}
