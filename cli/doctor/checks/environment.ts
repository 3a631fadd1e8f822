import { checkName, isAppTestError } from '../../../protocol/index.js';
import { readTestModeRequest } from '../../../server/activation/app-test-variable.js';
import { inspectDevServer } from '../../../server/dev-server.js';
import type { Check } from '../check.js';
import { failure, type Finding, ok, type Problem, skipped, warning } from '../finding.js';
import { runsNode } from '../project/preload.js';
import type { Project } from '../project/project.js';
import { listStartCommands, type StartCommand } from '../project/start-commands.js';

/** Whether a server that is started with `APP_TEST` would be refused for its environment. */
export const environmentCheck: Check = {
  id: 'environment',
  title: 'Environment',
  run({ project }) {
    const started = listStartCommands(project).filter(startsTestMode);
    if (started.length > 0) return started.map((command) => checkCommand(project, command));
    return [skipped('No script and no webServer here starts a server with APP_TEST.')];
  },
};

/** A command that hands over to another script leaves the rest of the environment to that. */
function startsTestMode(command: StartCommand): boolean {
  const { APP_TEST: asked } = command.environment;
  return asked !== undefined && runsNode(command) && isOn(asked);
}

function checkCommand({ environment }: Project, command: StartCommand): Finding {
  const env: NodeJS.ProcessEnv = { ...environment, ...command.environment };
  const seen = `${command.source}: ${command.text}`;
  const why = 'The server does not start in test mode.';
  try {
    readTestModeRequest(env.APP_TEST);
    if (env.APP_TEST_DATABASE) checkName('database', env.APP_TEST_DATABASE, 'APP_TEST_DATABASE');
  } catch (error) {
    if (!isAppTestError(error)) throw error;
    return failure({ seen: `${seen}: ${error.reason}`, why, next: error.next ?? 'Correct it.' });
  }
  // An --env-file may hold what is missing.
  const hidden = command.words.some((word) => word.startsWith('--env-file'));
  const { reason, next } = inspectDevServer(env);
  if (reason === null || hidden) return ok(seen);
  const problem: Problem = { seen: `${seen}: ${reason}.`, why, next: next ?? 'Correct it.' };
  // A script may be given the rest by whoever calls it.
  const isOpen = env.NODE_ENV === undefined && command.source.includes('script "');
  return isOpen ? warning(problem) : failure(problem);
}

/** A malformed value is on, and refused. */
function isOn(value: string): boolean {
  try {
    return readTestModeRequest(value).isOn;
  } catch {
    return true;
  }
}
