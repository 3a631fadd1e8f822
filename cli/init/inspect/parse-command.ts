/** How a script starts the app, in parts. */
export interface StartCommand {
  runner: 'node' | 'tsx' | 'ts-node';
  /** Node's own flags, as they were. */
  flags: string[];
  /** Variables that the script sets, but for those that a test run sets itself. */
  env: Record<string, string>;
  /** What the runner is told to run, as it was written. */
  entry: string;
}

const nodeFlagsWithValue = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
  '--env-file',
  '--env-file-if-exists',
]);
// Watching and debugging are for the developer's own run.
const leftOut = /^--(?:watch|inspect|debug)|app-test\/register/;
const tsxFlag = /^--(?:tsconfig|include|exclude|clear-screen|no-cache)/;
const ownVariables = new Set(['NODE_ENV', 'PORT', 'APP_TEST']);

/**
 * Takes a package script apart: `cross-env FOO=1 node --env-file=.env server.js`.
 *
 * @returns `undefined` for a command that no Node program is started by.
 */
export function parseCommand(script: string): StartCommand | undefined {
  // The last one stays running: what comes before prepares it.
  const last = script.split(/&&|\|\||[;|]/).at(-1) ?? '';
  const words = splitWords(last);
  const env = takeVariables(words);
  const program = words.shift()?.split('/').at(-1);
  if (program === 'nodemon') return parseNodemon(words, env);
  if (program === 'node') return parseNode(words, env);
  if (program === 'tsx') return parseTsx(words, env);
  if (program === 'ts-node' || program === 'ts-node-dev') return parseTsNode(words, env);
  return undefined;
}

function splitWords(text: string): string[] {
  const words = text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g);
  return [...words].map(([word]) => word.replaceAll(/["']/g, ''));
}

function takeVariables(words: string[]): Record<string, string> {
  const env: Record<string, string> = {};
  while (words.length > 0) {
    const [word = ''] = words;
    const assignment = /^([A-Za-z_]\w*)=(.*)$/.exec(word);
    if (assignment !== null) {
      const [, name = '', value = ''] = assignment;
      // What a shell would fill in is not known here.
      if (!ownVariables.has(name) && !/[$`%]/.test(value)) env[name] = value;
    } else if (!['cross-env', 'env', 'npx', 'exec'].includes(word)) break;
    words.shift();
  }
  return env;
}

function parseNode(words: string[], env: Record<string, string>): StartCommand | undefined {
  const flags = takeFlags(words, nodeFlagsWithValue).filter(isKept);
  const entry = words.shift();
  if (entry === undefined) return undefined;
  const used = flags.join(' ');
  const isTsx = /(?:--import[ =]|--loader[ =])tsx\b/.test(used);
  if (isTsx || !used.includes('ts-node')) {
    return { runner: isTsx ? 'tsx' : 'node', flags, env, entry };
  }
  const others = flags.filter((flag) => !flag.includes('ts-node'));
  return parseTsNode([...others.flatMap((flag) => flag.split(' ')), entry], env);
}

function parseTsx(words: string[], env: Record<string, string>): StartCommand | undefined {
  if (words[0] === 'watch') words.shift();
  const withValue = new Set([...nodeFlagsWithValue, '--tsconfig', '--include', '--exclude']);
  const given = takeFlags(words, withValue);
  const entry = words.shift();
  if (entry === undefined) return undefined;
  const flags = given.filter(isKept).filter((flag) => !tsxFlag.test(flag));
  const tsconfig = findValue(given, '--tsconfig');
  const variables = tsconfig === undefined ? env : { ...env, TSX_TSCONFIG_PATH: tsconfig };
  return { runner: 'tsx', flags: ['--import tsx', ...flags], env: variables, entry };
}

/** As the flags of tsx, which runs in its place. */
function parseTsNode(words: string[], env: Record<string, string>): StartCommand | undefined {
  const given = takeFlags(words, new Set(['-P', '--project', '-r', '--require', '-O']));
  const entry = words.shift();
  if (entry === undefined) return undefined;
  const flags = given.filter((flag) => /^(?:-r|--require)[ =]/.test(flag));
  const { TS_NODE_PROJECT, ...others } = env;
  const project = findValue(given, '-P') ?? findValue(given, '--project') ?? TS_NODE_PROJECT;
  const variables = project === undefined ? others : { ...others, TSX_TSCONFIG_PATH: project };
  return { runner: 'ts-node', flags, env: variables, entry };
}

function parseNodemon(words: string[], env: Record<string, string>): StartCommand | undefined {
  const given = takeFlags(words, new Set(['-x', '--exec', '-w', '--watch', '-e', '--ext', '-i']));
  const program = findValue(given, '--exec') ?? findValue(given, '-x');
  const command = parseCommand([program ?? 'node', ...words].join(' '));
  return command === undefined ? undefined : { ...command, env: { ...env, ...command.env } };
}

/** Takes the flags off the front; one with a value is one item, `-r dotenv/config`. */
function takeFlags(words: string[], withValue: ReadonlySet<string>): string[] {
  const flags: string[] = [];
  while (words[0]?.startsWith('-')) {
    const flag = words.shift()!;
    flags.push(withValue.has(flag) ? `${flag} ${words.shift() ?? ''}` : flag);
  }
  return flags;
}

function isKept(flag: string): boolean {
  return !leftOut.test(flag);
}

function findValue(flags: readonly string[], name: string): string | undefined {
  const found = flags.find((flag) => flag.startsWith(`${name} `) || flag.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
