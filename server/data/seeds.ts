import { AppTestError, checkName } from '../../protocol/index.js';
import { onSessionReset } from '../session/session.js';

/** Puts data into the session it runs in, through the application's own code. */
// oxlint-disable-next-line typescript/no-explicit-any -- the input is whatever the seed declares
export type Seed = (input: any) => unknown;

const key = Symbol.for('app-test.seeds.v1');
const holder = globalThis as { [key]?: Map<string, Seed> };

function getSeeds(): Map<string, Seed> {
  holder[key] ??= new Map();
  return holder[key];
}

onSessionReset(() => getSeeds().clear());

/**
 * Registers data that tests can ask for by name: `testMode.seed('catalog', { products: 3 })`. Lost on `session.reset()`.
 *
 * @throws {AppTestError} `NAME_INVALID` or `OPTION_INVALID`.
 * @example
 * ```ts
 * registerSeed('catalog', async ({ products }) => addProducts(products));
 * ```
 */
export function registerSeed(name: string, seed: Seed): void {
  checkName('module', name);
  if (typeof seed !== 'function') {
    throw new AppTestError({
      code: 'OPTION_INVALID',
      message: `registerSeed('${name}') takes a function, not ${typeof seed}.`,
    });
  }
  getSeeds().set(name, seed);
}

/**
 * Finds a seed.
 *
 * @throws {AppTestError} `ACTION_NOT_FOUND`, naming those there are.
 */
export function requireSeed(name: unknown): Seed {
  const seeds = getSeeds();
  const seed = typeof name === 'string' ? seeds.get(name) : undefined;
  if (seed !== undefined) return seed;
  throw new AppTestError({
    code: 'ACTION_NOT_FOUND',
    message: `There is no seed ${JSON.stringify(name)?.slice(0, 80)}.`,
    next: `Registered with registerSeed(): ${[...seeds.keys()].join(', ') || 'none'}.`,
    status: 404,
  });
}
