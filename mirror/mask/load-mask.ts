import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppTestError } from '../../protocol/index.js';
import type { Mask } from './mask.js';

/**
 * Loads a mask file. TypeScript is loaded by Node itself from 22.18 on, before by the project's own `tsx`.
 *
 * @throws {AppTestError} `MIRROR_MASK`.
 */
export async function loadMask(file: string): Promise<Mask> {
  if (!existsSync(file)) throw refuse(`There is no file ${file} (--mask).`, 'Look at the path.');
  const loaded = await importFile(file).catch((cause: unknown) => {
    if ((cause as { code?: unknown }).code === 'MIRROR_MASK') throw cause;
    throw refuse(
      `${file} (--mask) could not be loaded: ${String(cause)}.`,
      'Mend the file.',
      cause,
    );
  });
  // A CommonJS file compiled from `export default` carries the export one level down.
  const outer = loaded.default as { __esModule?: boolean; default?: unknown } | undefined;
  const mask = outer?.__esModule === true ? outer.default : outer;
  checkMask(file, mask);
  return mask;
}

/** What tells one version of a mask file from another. */
export function hashMask(file: string): string {
  if (!existsSync(file)) throw refuse(`There is no file ${file} (--mask).`, 'Look at the path.');
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function importFile(file: string): Promise<{ default?: unknown }> {
  const url = pathToFileURL(file).href;
  const isNative = Boolean((process.features as { typescript?: unknown }).typescript);
  if (!/\.[cm]?ts$/.test(file) || isNative) return import(url) as Promise<{ default?: unknown }>;
  return importWithTsx(file, url);
}

async function importWithTsx(file: string, url: string): Promise<{ default?: unknown }> {
  let place: string;
  try {
    place = findTsx(createRequire(file));
  } catch (cause) {
    throw refuse(
      `${file} (--mask) is TypeScript, which Node ${process.versions.node} does not load.`,
      'Use Node 22.18 or newer, install tsx beside it (npm install --save-dev tsx), or write the mask in JavaScript (.mjs).',
      cause,
    );
  }
  const { tsImport } = (await import(pathToFileURL(place).href)) as {
    tsImport: (specifier: string, parent: string) => Promise<{ default?: unknown }>;
  };
  return tsImport(url, url);
}

/** What an import of `tsx/esm/api` from the mask would get; what a require gets does not work. */
function findTsx(require: NodeJS.Require): string {
  const manifest = require.resolve('tsx/package.json');
  const { exports } = require(manifest) as {
    exports: Record<'./esm/api', { import: { default: string } }>;
  };
  return join(dirname(manifest), exports['./esm/api'].import.default);
}

function checkMask(file: string, mask: unknown): asserts mask is Mask {
  const isMask =
    isRecord(mask) &&
    Object.values(mask).every(
      (properties) =>
        isRecord(properties) && Object.values(properties).every((one) => typeof one === 'function'),
    );
  if (isMask) return;
  throw refuse(
    `The default export of ${file} (--mask) is no mask.`,
    "Write export default defineMask({ Customer: { email: email() } }), with functions from 'app-test/mirror' or your own.",
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(message: string, next: string, cause?: unknown): AppTestError {
  return new AppTestError({ code: 'MIRROR_MASK', message, next, cause });
}
