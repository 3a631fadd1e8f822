import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppTestError } from '../protocol/index.js';

/**
 * The kinds that the project itself never wants copied: `"app-test": { "mirror": { "exclude": [...] } }` in package.json.
 * Those of all folders above count, because the nearest may be a workspace's, or a build's that says nothing.
 *
 * @throws {AppTestError} `OPTION_INVALID` if they are not a list of names: a typing error must not copy what was excluded.
 */
export function readProjectExclusions(folder: string = process.cwd()): string[] {
  const above = dirname(folder);
  return [
    ...readExclusions(join(folder, 'package.json')),
    ...(above === folder ? [] : readProjectExclusions(above)),
  ];
}

function readExclusions(file: string): string[] {
  if (!existsSync(file)) return [];
  const exclude = readManifest(file)?.['app-test']?.mirror?.exclude ?? [];
  if (Array.isArray(exclude) && exclude.every((name) => typeof name === 'string' && name !== '')) {
    return exclude;
  }
  throw new AppTestError({
    code: 'OPTION_INVALID',
    message: `"app-test".mirror.exclude in ${file} is no list of kinds.`,
    next: 'Write "app-test": { "mirror": { "exclude": ["Payment*"] } }.',
  });
}

type Manifest = { 'app-test'?: { mirror?: { exclude?: unknown } } } | undefined;

function readManifest(file: string): Manifest {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (cause) {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: `${file}, which may name kinds that are never copied, can't be read.`,
      next: 'Mend the file.',
      cause,
    });
  }
}
