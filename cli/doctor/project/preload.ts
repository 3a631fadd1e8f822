import { splitWords } from './shell-command.js';
import type { StartCommand } from './start-commands.js';

/** How a command names app-test's preload. */
export type PreloadUse =
  | 'import'
  /** `-r`, which can't load it. */
  | 'require'
  /** `--loader`, which runs it beside the program. */
  | 'loader'
  /** After the main script, whose argument it then is. */
  | 'argument'
  /** In place of the main script. */
  | 'main'
  /** `--import app-test/server`, which sets nothing up. */
  | 'wrong-entry';

const entryPattern = /(?:^|[\\/])app-test(?:[\\/]dist[\\/]server)?[\\/](register|server)(?:\.js)?$/;
const preloadFlags: Readonly<Record<string, PreloadUse>> = {
  '--import': 'import',
  '-r': 'require',
  '--require': 'require',
  '--loader': 'loader',
  '--experimental-loader': 'loader',
};
// Flags of Node and of tsx whose value is a word of its own.
const flagsWithValue = new Set([
  ...Object.keys(preloadFlags),
  '-C',
  '--conditions',
  '--env-file',
  '--env-file-if-exists',
  '--tsconfig',
  '--watch-path',
]);
const runners = /^(?:.*[\\/])?(?:node|nodejs|tsx|ts-node|nodemon|bun|c8|nyc|node-dev)(?:\.exe)?$/;

/** Every mention of the preload in a command and its NODE_OPTIONS. */
export function findPreloads({ words, environment }: StartCommand): PreloadUse[] {
  const options = splitWords(environment.NODE_OPTIONS ?? '');
  return [...readFlags(options), ...readCommand(words)];
}

/** Says whether a command runs Node, or something that passes Node's flags on to it. */
export function runsNode({ words }: StartCommand): boolean {
  return words.some((word) => runners.test(word));
}

/** The script that a command runs, as it is written; `undefined` where none can be made out. */
export function findMainScript({ words }: StartCommand): string | undefined {
  const start = words.findIndex((word) => runners.test(word));
  if (start === -1) return undefined;
  const { main } = splitAtMain(words.slice(start + 1));
  return main !== undefined && /\.[cm]?[jt]sx?$/.test(main) ? main : undefined;
}

function readCommand(words: readonly string[]): PreloadUse[] {
  const start = words.findIndex((word) => runners.test(word));
  if (start === -1) return readFlags(words);
  const { flags, main, rest } = splitAtMain(words.slice(start + 1));
  const used = readFlags(flags);
  // nodemon and the like take their subcommand's words apart by themselves: `tsx watch`.
  if (main !== undefined && entryPattern.test(main)) return [...used, 'main'];
  return [...used, ...readFlags(rest).map(() => 'argument' as const)];
}

function splitAtMain(words: readonly string[]) {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at]!;
    if (flagsWithValue.has(word)) at++;
    else if (!word.startsWith('-') && word !== 'watch') break;
  }
  return { flags: words.slice(0, at), main: words[at], rest: words.slice(at + 1) };
}

function readFlags(words: readonly string[]): PreloadUse[] {
  return words.flatMap((word, at) => {
    const [flag, value] = /^(-[^=]*)=(.*)$/s.exec(word)?.slice(1) ?? [word, words[at + 1]];
    const use = preloadFlags[flag!];
    const entry = use === undefined ? undefined : entryPattern.exec(value ?? '')?.[1];
    if (entry === undefined) return [];
    return [entry === 'server' && use === 'import' ? 'wrong-entry' : use!];
  });
}
