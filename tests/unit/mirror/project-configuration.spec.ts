import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readProjectExclusions } from '../../../mirror/project-configuration.js';

test('exclusions of every package.json above hold: a nearer one adds to them', () => {
  const root = mkdtempSync(join(tmpdir(), 'app-test-exclusions-'));
  const inner = join(root, 'packages', 'shop');
  const write = (folder: string, manifest: object): void =>
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  try {
    mkdirSync(join(inner, 'dist'), { recursive: true });
    write(root, { 'app-test': { mirror: { exclude: ['Payment*'] } } });
    write(inner, { 'app-test': { mirror: { exclude: ['Card'] } } });
    write(join(inner, 'dist'), { type: 'module' });
    expect(readProjectExclusions(join(inner, 'dist'))).toEqual(['Card', 'Payment*']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
