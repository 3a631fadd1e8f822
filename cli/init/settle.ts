import { AppTestError } from '../../protocol/index.js';
import { findPackageManager, type PackageManager } from './inspect/package-manager.js';
import { findPort, type PortFinding } from './inspect/port.js';
import type { Project } from './inspect/project.js';
import { readSources } from './inspect/sources.js';
import { describeStart, findStarts, type Start } from './inspect/start.js';
import { createInvalid, type InitOptions, type PackageManagerName } from './options.js';
import { askEntry, askPackageManager, askPort } from './questions.js';

/** Everything that the suite is written from: found, said or asked. */
export interface Setup {
  project: Project;
  packageManager: PackageManager;
  start: Start;
  port: { number: number; found: PortFinding | undefined };
  /** What the server's NODE_ENV will be. */
  nodeEnv: 'test' | 'development';
  language: 'ts' | 'js';
}

/**
 * Settles what the suite needs to know: what was said, else what was found, else what somebody answers.
 *
 * @throws {AppTestError} `PROJECT_UNCLEAR` for an entry that was not found, and nobody to ask; `OPTION_INVALID`.
 */
export async function settle(project: Project, options: InitOptions): Promise<Setup> {
  const start = await settleStart(project, options);
  const sources = readSources(project.folder, start.source);
  const port = await settlePort(findPort(sources.values()), options);
  const packageManager = await settlePackageManager(project.folder, options);
  // Many an app that is tested without a server does not listen when NODE_ENV is 'test'.
  const asksForTest = [...sources.values()].some((code) =>
    /NODE_ENV.{0,20}['"]test['"]/.test(code),
  );
  return {
    project,
    packageManager,
    start,
    port,
    nodeEnv: asksForTest ? 'development' : 'test',
    language: settleLanguage(project, options),
  };
}

async function settleStart(project: Project, { entry, asks }: InitOptions): Promise<Start> {
  const question = { ...project, project: project.folder };
  const said = async (path: string, option: string): Promise<Start> => {
    const start = describeStart(question, path.replaceAll('\\', '/'), option);
    if (start === undefined) throw createInvalid('--entry', path, 'a file of the project');
    return start;
  };
  if (entry !== undefined) return said(entry, '--entry');
  const found = findStarts(question);
  const [first, ...others] = found;
  if (first !== undefined && (others.length === 0 || !asks)) return first;
  if (!asks) throw createNoEntry(project.folder);
  const names = found.map(({ source }) => source);
  return said(await askEntry(project.folder, names), 'your answer');
}

async function settlePort(
  found: PortFinding | undefined,
  { port, asks }: InitOptions,
): Promise<Setup['port']> {
  if (found?.readsVariable === false) {
    const fixed = found.number!;
    if (port === undefined || port === fixed) return { number: fixed, found };
    throw createInvalid(
      '--port',
      port,
      `${fixed}, the number in the app's code, as long as it does not read PORT`,
    );
  }
  if (port !== undefined) return { number: port, found };
  // Another than the developer's own server is on.
  if (found !== undefined) return { number: (found.number ?? 8080) + 100, found };
  return { number: asks ? await askPort(8080) : 8080, found };
}

async function settlePackageManager(
  folder: string,
  { packageManager, asks }: InitOptions,
): Promise<PackageManager> {
  const found = await findPackageManager(folder);
  if (found !== undefined && (packageManager ?? found.name) === found.name) return found;
  const name: PackageManagerName = packageManager ?? (asks ? await askPackageManager() : 'npm');
  return { name, isBerry: false, from: packageManager === undefined ? 'default' : 'said' };
}

/** TypeScript for those who have it, as long as their build does not take the new files for its own. */
function settleLanguage({ typescript }: Project, { language }: InitOptions): 'ts' | 'js' {
  if (language !== undefined) return language;
  return typescript === undefined || typescript.takesEverything ? 'js' : 'ts';
}

function createNoEntry(folder: string): AppTestError {
  return new AppTestError({
    code: 'PROJECT_UNCLEAR',
    message: `No file that starts a server was found in ${folder}: no script start or dev that runs one, no main that listens, no server, app or index.`,
    next: 'Name it: app-test init --entry src/server.js.',
  });
}
