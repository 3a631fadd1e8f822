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
  const written = [...scripts, ...listWebServers(project)].flatMap(parseCommands);
  return [...written, ...written.flatMap((command) => followScript(command, scripts))];
}

interface WrittenLine {
  source: string;
  text: string;
  folder: string;
  env: Readonly<Record<string, string>>;
}

function parseCommands({ source, text, folder, env }: WrittenLine): StartCommand[] {
  return parseShellLine(text).map(({ environment, words }) => ({
    source,
    text,
    folder,
    environment: { ...env, ...environment },
    words,
  }));
}

/** What `npm run serve` starts, in the environment that it is given. */
function followScript(command: StartCommand, scripts: readonly WrittenLine[]): StartCommand[] {
  const name = /^(?:npm|pnpm|yarn|bun) (?:run )?([^\s-]\S*)$/.exec(command.words.join(' '))?.[1];
  const isGiven = Object.keys(command.environment).length > 0;
  const called = scripts.find(({ source, folder }) => {
    return folder === command.folder && source.endsWith(`script "${name}"`);
  });
  if (name === undefined || !isGiven || called === undefined) return [];
  return parseCommands({
    ...called,
    source: `${command.source}, ${called.source}`,
    env: command.environment,
  });
}

function listWebServers({ playwright }: Project): WrittenLine[] {
  if (playwright.kind !== 'read') return [];
  const { configFile, webServers } = playwright.listing;
  return webServers.map(({ command, cwd, env }) => ({
    source: 'webServer of the Playwright configuration',
    text: command,
    folder: path.resolve(path.dirname(configFile), cwd ?? '.'),
    env,
  }));
}
