import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { isFile } from './files.js';
import { type Manifest, findDependency } from './manifest.js';
import { withoutComments } from './sources.js';

/** What init needs to know of a project's TypeScript. */
export interface TypeScriptFacts {
  /** Where the compiler writes; `undefined` beside the sources. Relative to the project. */
  outDir: string | undefined;
  /** Where its sources are. */
  rootDir: string | undefined;
  /** Whether it compiles whatever lies in the project, so that new TypeScript files change its build. */
  takesEverything: boolean;
}

interface Tsconfig {
  extends?: string | string[];
  include?: string[];
  files?: string[];
  compilerOptions?: { outDir?: string; rootDir?: string };
}

/** Reads tsconfig.json; `undefined` for a project without TypeScript. */
export function readTypeScript(project: string, manifest: Manifest): TypeScriptFacts | undefined {
  const file = join(project, 'tsconfig.json');
  if (!isFile(file)) {
    if (findDependency(manifest, 'typescript') === undefined) return undefined;
    return { outDir: undefined, rootDir: undefined, takesEverything: false };
  }
  const { include, files, compilerOptions } = readTsconfig(file);
  return {
    outDir: normalize(compilerOptions?.outDir),
    rootDir: normalize(compilerOptions?.rootDir) ?? guessRoot(include),
    takesEverything: include === undefined ? files === undefined : include.some(takesRoot),
  };
}

/** Reads one, and what it extends by a relative path. */
function readTsconfig(file: string, depth = 0): Tsconfig {
  const own = parse(file);
  const bases = [own.extends ?? []].flat().filter((base) => base.startsWith('.'));
  if (depth > 5) return own;
  const inherited = bases
    .map((base) => join(dirname(file), base.endsWith('.json') ? base : `${base}.json`))
    .filter(isFile)
    .map((base) => readTsconfig(base, depth + 1));
  const compilerOptions = Object.assign(
    {},
    ...[...inherited, own].map((config) => config.compilerOptions),
  ) as Tsconfig['compilerOptions'];
  return { ...Object.assign({}, ...inherited), ...own, compilerOptions } as Tsconfig;
}

/** JSON with comments and trailing commas; what can't be read says nothing. */
function parse(file: string): Tsconfig {
  const text = withoutComments(readFileSync(file, 'utf8')).replaceAll(
    /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g,
    (_, literal: string | undefined) => literal ?? '',
  );
  try {
    return JSON.parse(text) as Tsconfig;
  } catch {
    return {};
  }
}

function takesRoot(pattern: string): boolean {
  return /^(?:\.\/?)?(?:\*.*)?$/.test(pattern);
}

function guessRoot(include: string[] | undefined): string | undefined {
  const [first, ...others] = include ?? [];
  if (first === undefined || others.length > 0 || takesRoot(first)) return undefined;
  return normalize(first.split('/*')[0]);
}

function normalize(folder: string | undefined): string | undefined {
  return folder === undefined ? undefined : posix.normalize(folder).replace(/\/$/, '');
}
