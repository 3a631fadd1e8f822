import path from 'node:path';
import { isAppTestError } from '../../../protocol/index.js';
import { checkOutsideDeployment } from '../../../server/modules/deployment.js';
import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped } from '../finding.js';
import { findMainScript } from '../project/preload.js';
import { type Project, showPath } from '../project/project.js';
import { listStartCommands } from '../project/start-commands.js';

/** Test modules that a deployment would ship. */
export const testModulesCheck: Check = {
  id: 'test-modules',
  title: 'Test modules',
  run({ project }) {
    const places = listPlaces(project);
    if (places.size > 0) return [...places.values()].map((place) => checkPlace(project, place));
    return [skipped('No script, webServer or variable here sets APP_TEST_MODULES.')];
  },
};

interface ModulesPlace {
  folder: string;
  /** The folder of the server's main script, whose package is what is deployed. */
  main: string;
  /** The server's working directory. */
  cwd: string;
  source: string;
}

/** By folder and main script: two commands may start one server. */
function listPlaces(project: Project): Map<string, ModulesPlace> {
  const found = new Map<string, ModulesPlace>();
  const add = (place: ModulesPlace) => found.set(`${place.folder}\n${place.main}`, place);
  for (const command of listStartCommands(project)) {
    const { APP_TEST_MODULES: modules } = command.environment;
    if (!modules) continue;
    const script = findMainScript(command);
    const cwd = command.folder;
    const main = path.dirname(path.resolve(cwd, script ?? 'main.js'));
    add({ folder: path.resolve(cwd, modules), main, cwd, source: command.source });
  }
  const { APP_TEST_MODULES: modules } = project.environment;
  if (modules) {
    const { folder: cwd } = project;
    const folder = path.resolve(cwd, modules);
    add({ folder, main: cwd, cwd, source: 'APP_TEST_MODULES of this shell' });
  }
  return found;
}

function checkPlace(project: Project, { folder, main, cwd, source }: ModulesPlace): Finding {
  const shown = `${showPath(project, folder)} (${source})`;
  try {
    checkOutsideDeployment(folder, { main, cwd });
    return ok(`${shown} is not deployed.`);
  } catch (error) {
    if (!isAppTestError(error)) throw error;
    return failure({
      seen: `${shown}: ${error.reason}`,
      why: 'Code that fills a database must not reach production; a server in test mode refuses to start so.',
      next: error.next ?? 'Move it outside.',
    });
  }
}
