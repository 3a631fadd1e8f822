import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped, warning } from '../finding.js';
import { findPreloads, type PreloadUse } from '../project/preload.js';
import { type Project, showPath } from '../project/project.js';
import { listStartCommands, type StartCommand } from '../project/start-commands.js';
import { findCodeWiring } from '../project/wiring.js';

/** How the server is started: the preload where it takes effect, or the first import of the main file. */
export const preloadCheck: Check = {
  id: 'preload',
  title: 'Preload',
  run({ project }) {
    const found = [
      ...listStartCommands(project).flatMap(checkCommand),
      ...checkShell(project),
      ...checkCode(project),
    ];
    return found.length > 0 ? found : [explainNone(project)];
  },
};

function checkCommand(command: StartCommand): Finding[] {
  return findPreloads(command).map((use) => {
    const seen = `${command.source}: ${command.text}`;
    if (use === 'import') return ok(seen);
    const next = 'Write `node --import app-test/register server.js`.';
    return failure({ seen, why: reasons[use], next });
  });
}

const unset =
  'The server then runs without test mode: nothing moves it, and nothing checks its requests.';

const reasons: Readonly<Record<Exclude<PreloadUse, 'import'>, string>> = {
  require:
    'The preload waits for the Datastore, which -r cannot do: Node ends with ERR_REQUIRE_ASYNC_MODULE.',
  loader: `A loader runs beside the program, not in it. ${unset}`,
  argument: `What follows the main script is an argument of the script, not a flag of Node. ${unset}`,
  main: 'Node runs the preload as the main script, and not the server.',
  'wrong-entry':
    "app-test/server sets nothing up by being imported; app-test/register does. With APP_TEST on, the Datastore's calls wait for ever.",
};

/** What the shell gives to every Node that it starts. */
function checkShell({ environment, folder }: Project): Finding[] {
  const { NODE_OPTIONS: options, APP_TEST: asked } = environment;
  if (options === undefined) return [];
  const own = { words: [], environment: { NODE_OPTIONS: options } };
  const source = 'NODE_OPTIONS of this shell';
  const found = checkCommand({ ...own, source, text: options, folder });
  if (!asked || !found.some(({ result }) => result === 'ok')) return found;
  return [
    warning({
      seen: `${source}: ${options}, with APP_TEST=${asked}.`,
      why: 'Every Node that this shell starts is put in test mode: npm and Playwright too, each with a Datastore of its own where none is configured.',
      next: "Set both for the server alone: in the webServer's env, or beside its command.",
    }),
  ];
}

function checkCode(project: Project): Finding[] {
  return findCodeWiring(project.manifests[0]?.folder ?? project.folder).map(
    ({ file, importsBefore }) => {
      const shown = showPath(project, file);
      if (importsBefore.length === 0) return ok(`${shown} sets test mode up in code.`);
      return warning({
        seen: `${shown} imports app-test/server after ${importsBefore.map((name) => `'${name}'`).join(', ')}.`,
        why: 'What those modules do while they load comes before test mode: a Datastore call of theirs makes activation fail with RPC_BEFORE_ACTIVATION.',
        next: "Make the import of 'app-test/server' the first one.",
      });
    },
  );
}

function explainNone({ folder }: Project): Finding {
  return skipped(
    `No script, no webServer and no import in ${folder} sets test mode up. If the server is a project of its own, run this there too.`,
  );
}
