import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppTestError, checkOptionNames, quoteValue } from '../protocol/index.js';

/** Options of `app-test/reporter`. */
export interface ReporterOptions {
  /**
   * Folder of `runs.jsonl`, relative to the configuration file.
   * @default 'app-test-report' beside the nearest package.json
   */
  outputDir?: string;
  /**
   * Projects whose tests never reach the server, and so need not be made from `app-test/fixtures`.
   * @default []
   */
  exemptProjects?: readonly string[];
}

/** {@link ReporterOptions} with everything decided. */
export type ResolvedReporterOptions = ReturnType<typeof resolveReporterOptions>;

/**
 * Decides the reporter's options from what Playwright hands to its constructor.
 *
 * @throws {AppTestError} `OPTION_UNKNOWN` or `OPTION_INVALID`.
 */
export function resolveReporterOptions(given: object = {}) {
  // Playwright adds entries of its own: these two, and some with an underscore.
  const {
    configDir = process.cwd(),
    onlyFailures: _,
    ...rest
  } = given as { configDir?: string; onlyFailures?: unknown };
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('_')));
  checkOptionNames('app-test/reporter', own, ['outputDir', 'exemptProjects']);
  const { outputDir, exemptProjects = [] } = own;
  if (outputDir !== undefined && (typeof outputDir !== 'string' || outputDir === '')) {
    throw refuse('outputDir', outputDir, 'the path of a folder');
  }
  if (!Array.isArray(exemptProjects) || !exemptProjects.every((name) => typeof name === 'string')) {
    throw refuse('exemptProjects', exemptProjects, 'a list of project names');
  }
  return Object.freeze({
    configDir,
    outputDir:
      outputDir === undefined
        ? join(findPackageFolder(configDir), 'app-test-report')
        : resolve(configDir, outputDir),
    exemptProjects,
  });
}

function refuse(name: string, value: unknown, accepted: string): AppTestError {
  return new AppTestError({
    code: 'OPTION_INVALID',
    message: `app-test/reporter: ${name} is ${quoteValue(value)}.`,
    next: `Give it ${accepted}.`,
    details: { option: name, value },
  });
}

function findPackageFolder(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return from;
  }
}
