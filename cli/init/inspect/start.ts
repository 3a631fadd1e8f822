import { join, posix } from 'node:path';
import { isFile, resolveFile } from './files.js';
import type { Manifest } from './manifest.js';
import { parseCommand, type StartCommand } from './parse-command.js';
import { listens } from './port.js';
import { readSources } from './sources.js';
import type { TypeScriptFacts } from './typescript.js';

/** How the app is started, and what it is made from. */
export interface Start {
  runner: 'node' | 'tsx' | 'built';
  flags: string[];
  env: Record<string, string>;
  /** What Node runs, relative to the project. */
  entry: string;
  /** The file that somebody wrote: the entry, or what it is compiled from. */
  source: string;
  /** The script that compiles it. */
  build: string | undefined;
  /** Where that was found. */
  from: string;
}

/** What the search needs to know. */
export interface StartQuestion {
  project: string;
  manifest: Manifest;
  typescript: TypeScriptFacts | undefined;
}

// In this order; a script that runs the sources beats one that runs a build.
const scriptNames = ['start', 'dev', 'serve', 'start:dev', 'develop', 'server'];
const folders = ['', 'src', 'app', 'server', 'bin'];
const names = ['server', 'app', 'index', 'main', 'www'];

/** Finds how the app is started: by its scripts, then by `main`, then by what such files are called. */
export function findStarts(question: StartQuestion): Start[] {
  const byScript = scriptNames
    .map((name) => readScript(question, name))
    .filter((start) => start !== undefined);
  const listening = byScript.filter(({ source }) => listensSomewhere(question.project, source));
  const running = listening.filter(({ runner }) => runner !== 'built');
  const [best] = [...running, ...listening, ...byScript];
  if (best !== undefined) return [best];
  const { main } = question.manifest;
  const named = main === undefined ? undefined : describeStart(question, main, 'main');
  if (named !== undefined && listensSomewhere(question.project, named.source)) return [named];
  return listCandidates(question.project)
    .map((file) => describeStart(question, file, 'its name'))
    .filter((start) => start !== undefined);
}

/** Says how a file would be started; `undefined` if it is not there. */
export function describeStart(
  question: StartQuestion,
  entry: string,
  from: string,
): Start | undefined {
  const { project, manifest } = question;
  const script = Object.values(manifest.scripts ?? {})
    .map((text) => parseCommand(text))
    .find((command) => command !== undefined && isSame(project, command.entry, entry));
  const command = script ?? { runner: 'node', flags: [], env: {}, entry };
  return completeStart(question, command, { from, isScript: script !== undefined });
}

function readScript(question: StartQuestion, name: string): Start | undefined {
  const text = question.manifest.scripts?.[name];
  const command = text === undefined ? undefined : parseCommand(text);
  return command && completeStart(question, command, { from: `script ${name}`, isScript: true });
}

function completeStart(
  question: StartQuestion,
  command: StartCommand,
  { from, isScript }: { from: string; isScript: boolean },
): Start | undefined {
  const { project, manifest } = question;
  const { entry: written, flags, env, runner } = command;
  const target = written === '.' ? (manifest.main ?? 'index.js') : written;
  const file = resolveFile(project, target);
  const source = findSource(question, target) ?? file;
  if (source === undefined) return undefined;
  if (source !== file || isBuilt(question, target)) {
    const entry = posix.normalize(/\.[cm]?js$/.test(target) ? target : `${target}.js`);
    const build = manifest.scripts?.build === undefined ? undefined : 'build';
    return { runner: 'built', flags, env, entry, source, build, from };
  }
  const start = { env, entry: source, source, build: undefined };
  // A script that has Node itself run TypeScript says that this Node can.
  const isPlain = runner === 'node' && (isScript || !needsLoader(source, flags));
  if (isPlain || runner === 'tsx') return { runner, flags, from, ...start };
  const how = runner === 'ts-node' ? `${from}, in place of ts-node` : from;
  return { runner: 'tsx', flags: ['--import tsx', ...flags], from: how, ...start };
}

/**
 * TypeScript that Node is not told to run by itself. ts-node is no loader for it: beside `--import` Node reads the main
 * file as an ES module, where ts-node fails with ERR_UNKNOWN_FILE_EXTENSION.
 */
function needsLoader(source: string, flags: readonly string[]): boolean {
  const strips = flags.some((flag) => /strip-types|transform-types/.test(flag));
  return /\.[cm]?tsx?$/.test(source) && !strips;
}

/** `dist/server.js` is compiled from `src/server.ts`, whether it is there already or not. */
function findSource({ project, typescript }: StartQuestion, target: string): string | undefined {
  const outDir = typescript?.outDir;
  const entry = posix.normalize(target);
  if (outDir === undefined || !entry.startsWith(`${outDir}/`)) return undefined;
  const inside = entry.slice(outDir.length + 1).replace(/\.([cm]?)js$/, '.$1ts');
  const roots = [typescript?.rootDir, 'src', ''].filter((root) => root !== undefined);
  return roots
    .map((root) => resolveFile(project, posix.join(root, inside)))
    .find((file) => file !== undefined && !file.startsWith(`${outDir}/`));
}

function isBuilt({ typescript }: StartQuestion, target: string): boolean {
  const outDir = typescript?.outDir;
  return outDir !== undefined && posix.normalize(target).startsWith(`${outDir}/`);
}

function isSame(project: string, written: string, entry: string): boolean {
  return resolveFile(project, written) === resolveFile(project, entry);
}

function listCandidates(project: string): string[] {
  const found = folders.flatMap((folder) =>
    names.map((name) => resolveFile(project, posix.join(folder, name))),
  );
  return [...new Set(found)].filter(
    (file) => file !== undefined && isFile(join(project, file)) && listensItself(project, file),
  ) as string[];
}

function listensItself(project: string, file: string): boolean {
  return listens(readSources(project, file).get(file) ?? '');
}

function listensSomewhere(project: string, file: string): boolean {
  return [...readSources(project, file).values()].some(listens);
}
