import { join, resolve } from 'node:path';
import { AppTestError } from '../../protocol/index.js';
import { areInstalled, install } from './install.js';
import { isFolder } from './inspect/files.js';
import { inspectProject, type Project } from './inspect/project.js';
import { findStarts } from './inspect/start.js';
import { listAppPackages } from './inspect/workspace.js';
import { createInvalid, type InitOptions } from './options.js';
import { planSuite } from './plan/plan.js';
import { askPackage } from './questions.js';
import { describeNext, describePlan, describeSetup, describeWarnings } from './report.js';
import { settle } from './settle.js';
import { writeChanges } from './write-changes.js';

/**
 * Looks at a project, writes a suite for it and installs what that needs.
 *
 * @throws {AppTestError} `PROJECT_UNCLEAR`, `OPTION_INVALID`, `WRITE_FAILED` or `INSTALL_FAILED`.
 */
export async function runInit(folder: string, options: InitOptions): Promise<void> {
  const project = await chooseProject(resolve(folder), options);
  const setup = await settle(project, options);
  say(describeSetup(setup));
  const plan = planSuite(setup, options.inCode);
  if (!options.isDryRun) writeChanges(plan.changes);
  say(describePlan(plan, setup, options.isDryRun));
  for (const warning of [...plan.warnings, ...describeWarnings(setup)])
    say(`Warning: ${warning}\n`);
  if (options.isDryRun) return;
  const needed = ['app-test', '@playwright/test', ...(setup.start.runner === 'tsx' ? ['tsx'] : [])];
  let isInstalled = areInstalled(project.folder, needed);
  if (!isInstalled && options.installs) {
    await install(project.folder, setup.packageManager);
    isInstalled = true;
    say('');
  }
  say(describeNext(setup, plan, { isInstalled }).trimEnd());
}

/** The folder itself; of a workspace root without an app of its own, the package that has one. */
async function chooseProject(folder: string, options: InitOptions): Promise<Project> {
  if (!isFolder(folder)) throw createInvalid('folder', folder, 'a folder that is there');
  const project = inspectProject(folder, options.dir);
  if (options.entry !== undefined) return project;
  const packages = listAppPackages(folder);
  const starts = findStarts({ ...project, project: folder });
  const [first, ...others] = packages;
  if (first === undefined || starts.length > 0) return project;
  if (others.length > 0 && !options.asks) throw createSeveral(folder, packages);
  const chosen = others.length === 0 ? first : await askPackage(packages);
  return inspectProject(join(folder, chosen), options.dir);
}

function createSeveral(folder: string, packages: readonly string[]): AppTestError {
  return new AppTestError({
    code: 'PROJECT_UNCLEAR',
    message: `${folder} is a workspace with several apps on Datastore: ${packages.join(', ')}.`,
    next: `Name one: app-test init ${packages[0]}.`,
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
