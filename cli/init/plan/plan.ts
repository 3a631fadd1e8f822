import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from '../inspect/files.js';
import { createInvalid } from '../options.js';
import type { Setup } from '../settle.js';
import { renderExampleModule } from '../templates/example-module.js';
import { renderExampleSpec } from '../templates/example-spec.js';
import { renderPlaywrightConfig } from '../templates/playwright-config.js';
import type { Change } from './change.js';
import { type InCodePlan, planInCode } from './in-code.js';
import { planDeployment, planGitignore } from './ignore-lines.js';
import { type Layout, planLayout } from './layout.js';
import { planPackageJson } from './package-json.js';

/** Everything that init is going to do. */
export interface Plan {
  changes: Change[];
  /** `undefined` where the project has a suite already. */
  layout: Layout | undefined;
  patch: InCodePlan['patch'];
  /** What somebody else has to do. */
  warnings: string[];
}

/**
 * Plans a suite, or what one that is there already lacks. Reads only.
 *
 * @throws {AppTestError} `OPTION_INVALID` for a folder that holds modules of the app.
 */
export function planSuite(setup: Setup, inCode: boolean): Plan {
  const { project } = setup;
  const { folder, suite } = project;
  const isNewDir = !existsSync(join(folder, suite.folder));
  const layout = suite.own === undefined ? planLayout(setup, isNewDir) : undefined;
  if (layout !== undefined) checkModulesFolder(folder, layout);
  const entry: InCodePlan = inCode ? planInCode(setup) : { change: undefined, patch: undefined };
  const deployment =
    layout === undefined
      ? { changes: [], warnings: [] }
      : planDeployment(setup, describeDeployment(layout));
  const changes = [
    ...(layout === undefined ? [] : planFiles(setup, layout)),
    planPackageJson(setup, layout, inCode),
    entry.change,
    planGitignore(setup),
    ...deployment.changes,
  ];
  return {
    changes: changes.filter((change) => change !== undefined),
    layout,
    patch: entry.patch,
    warnings: deployment.warnings,
  };
}

/** The server loads every file of that folder, and a deployment leaves all of it out. */
function checkModulesFolder(folder: string, { dir, modules, module }: Layout): void {
  const path = join(folder, modules);
  if (!isFolder(path)) return;
  const others = readdirSync(path).filter((name) => join(path, name) !== join(folder, module));
  if (others.length === 0) return;
  throw createInvalid(
    '--dir',
    dir,
    `a folder without modules of its own: ${modules} has ${others[0]}`,
  );
}

function planFiles(setup: Setup, layout: Layout): Change[] {
  const files = [
    [layout.config, renderPlaywrightConfig(setup, layout), 'starts the app in test mode'],
    [layout.spec, renderExampleSpec(setup, layout), 'an example'],
    [layout.module, renderExampleModule(layout), 'prepares data inside the server'],
  ] as const;
  return files
    .map(([path, after, what]) => ({ file: join(setup.project.folder, path), after, what }))
    .filter(({ file }) => !existsSync(file))
    .map((change) => ({ ...change, before: undefined }));
}

function describeDeployment({ dir, modules, isNewDir }: Layout) {
  // Of a folder that was there before, only what is ours.
  return { ignored: isNewDir ? dir : modules, modules };
}
