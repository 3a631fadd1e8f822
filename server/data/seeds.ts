import { AppTestError, checkName } from '../../protocol/index.js';
import { findCallingFile } from '../modules/calling-file.js';
import { onSessionReset } from '../session/session.js';

/** Puts data into the session it runs in, through the application's own code. */
// oxlint-disable-next-line typescript/no-explicit-any -- the input is whatever the seed declares
export type Seed = (input: any) => unknown;

/** Puts the data there that every new named session begins with. */
export type BaselineSeed = () => unknown;

interface Seeds {
  named: Map<string, Seed>;
  /** In the order of registration. */
  baseline: { seed: BaselineSeed; file: string | undefined }[];
}

const key = Symbol.for('app-test.seeds.v2');
const holder = globalThis as { [key]?: Seeds };

function getSeeds(): Seeds {
  holder[key] ??= { named: new Map(), baseline: [] };
  return holder[key];
}

onSessionReset(() => {
  holder[key] = undefined as never;
});

/**
 * Registers data that every new named session begins with: the seed runs once per server, before the first one opens,
 * and each gets a copy. Registering the same function again does nothing. Lost on `session.reset()`.
 *
 * @throws {AppTestError} `OPTION_INVALID`.
 * @example
 * ```ts
 * registerSeed(async function catalog() {
 *   await addProducts(3);
 * });
 * ```
 */
export function registerSeed(seed: BaselineSeed): void;
/**
 * Registers data that tests can ask for by name: `testMode.seed('catalog', { products: 3 })`. Lost on `session.reset()`.
 *
 * @throws {AppTestError} `NAME_INVALID` or `OPTION_INVALID`.
 * @example
 * ```ts
 * registerSeed('catalog', async ({ products }) => addProducts(products));
 * ```
 */
export function registerSeed(name: string, seed: Seed): void;
export function registerSeed(first: string | BaselineSeed, second?: Seed): void {
  const { named, baseline } = getSeeds();
  if (typeof first === 'function') {
    const file = findCallingFile(registerSeed);
    const known = baseline.findIndex((held) => isSameSeed(held, first, file));
    baseline.splice(known === -1 ? baseline.length : known, 1, { seed: first, file });
    return;
  }
  checkName('module', first);
  if (typeof second !== 'function') {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: `registerSeed('${first}') takes a function, not ${typeof second}.`,
    });
  }
  named.set(first, second);
}

/** Says whether a function is one that is registered, or what a dev server that reloads in its process made of it. */
function isSameSeed(
  held: { seed: BaselineSeed; file: string | undefined },
  seed: BaselineSeed,
  file: string | undefined,
): boolean {
  if (held.seed === seed) return true;
  if (file === undefined || held.file !== file || held.seed.name !== seed.name) return false;
  return seed.name !== '' || held.seed.toString() === seed.toString();
}

/** The seeds of the baseline, in the order of registration. */
export function listBaselineSeeds(): readonly BaselineSeed[] {
  return getSeeds().baseline.map(({ seed }) => seed);
}

/**
 * Finds a seed.
 *
 * @throws {AppTestError} `ACTION_NOT_FOUND`, naming those there are.
 */
export function requireSeed(name: unknown): Seed {
  const seeds = getSeeds().named;
  const seed = typeof name === 'string' ? seeds.get(name) : undefined;
  if (seed !== undefined) return seed;
  throw new AppTestError({
    code: 'ACTION_NOT_FOUND',
    message: `There is no seed ${JSON.stringify(name)?.slice(0, 80)}.`,
    next: `Registered with registerSeed(): ${[...seeds.keys()].join(', ') || 'none'}.`,
    status: 404,
  });
}
