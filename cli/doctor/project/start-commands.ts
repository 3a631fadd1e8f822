import path from 'node:path';
import { parseShellLine, type ShellCommand } from './shell-command.js';
import { type Project, showPath } from './project.js';

/** A command that starts something, and where it is written. */
export interface StartCommand extends ShellCommand {
  /** `package.json, script "start"`. */
  source: string;
  /** What is written there. */
  text: string;
  /** The folder that it runs in. */
  folder: string;
}

/** Every command that the project's scripts and its Playwright configuration would start. */
export function listStartCommands(project: Project): StartCommand[] {
  const scripts = project.manifests.flatMap(({ file, folder, scripts: lines }) =>
    Object.entries(lines).map(([name, text]) => ({
      source: `${showPath(project, file)}, script "${name}"`,
      text,
      folder,
      env: {},
    })),
  );
  return [...scripts, ...listWebServers(project)].flatMap(({ source, text, folder, env }) =>
    parseShellLine(text).map(({ environment, words }) => ({
      source,
      text,
      folder,
      environment: { ...env, ...environment },
      words,
    })),
  );
}

function listWebServers({ playwright }: Project) {
  if (playwright.kind !== 'read') return [];
  const { configFile, webServers } = playwright.listing;
  return webServers.map(({ command, cwd, env }) => ({
    source: 'webServer of the Playwright configuration',
    text: command,
    folder: path.resolve(path.dirname(configFile), cwd ?? '.'),
    env,
  }));
}
