import { AppTestError } from '../../protocol/index.js';
import { runInSession } from '../redirect/index.js';
import { withinTime } from '../within-time.js';
import { placeOf } from './data-place.js';
import { writeDataRecord } from './data-records.js';
import { getDataState, type SeededBaseline } from './data-state.js';
import { dropDataLater } from './drop-data.js';
import { clearData, replaceData } from './replace-data.js';
import { type BaselineSeed, listBaselineSeeds } from './seeds.js';
import { whenDropped } from './when-dropped.js';

const timeLimitMs = 120_000;

/**
 * Fills a new session with a copy of what the registered seeds make. They run at the first call; later ones share it.
 *
 * @throws {AppTestError} `SEED_FAILED`; the next call tries again.
 */
export async function copySeededBaseline(session: string): Promise<void> {
  if (listBaselineSeeds().length === 0) {
    await clearData(session);
    return;
  }
  if (await copyWhole(await findBaseline(), session)) return;
  // Another server on this namespace has taken it for left behind.
  getDataState().seeding = undefined;
  await copyWhole(await findBaseline(), session);
}

/** Says whether the copy is what was copied before. */
async function copyWhole(baseline: SeededBaseline, session: string): Promise<boolean> {
  const copied = await replaceData(placeOf(baseline.holder), placeOf(session));
  baseline.size ??= copied;
  return baseline.size === copied;
}

async function findBaseline(): Promise<SeededBaseline> {
  const state = getDataState();
  const seeds = listBaselineSeeds();
  const current = state.seeding;
  if (current !== undefined && isSame(current.seeds, seeds)) return current.baseline;
  // An earlier one stays until the next start: sessions may be copying it at this moment.
  const started = { seeds, baseline: runSeeds(seeds) };
  state.seeding = started;
  try {
    return await started.baseline;
  } catch (error) {
    if (state.seeding === started) state.seeding = undefined;
    throw error;
  }
}

// Another holder at each attempt: what a seed of the last one still writes, too late, must not be copied.
async function runSeeds(seeds: readonly BaselineSeed[]): Promise<SeededBaseline> {
  const state = getDataState();
  state.seedRuns += 1;
  const holder = `-seeds-${state.seedRuns}`;
  await whenDropped(holder);
  await writeDataRecord({ holder });
  await clearData(holder);
  try {
    for (const [index, seed] of seeds.entries()) await runSeed(seed, index, seeds.length, holder);
  } catch (error) {
    dropDataLater(holder);
    throw error;
  }
  return { holder, seeds, size: null };
}

async function runSeed(
  seed: BaselineSeed,
  index: number,
  count: number,
  holder: string,
): Promise<void> {
  try {
    await withinTime(
      runInSession(holder, async () => seed()),
      timeLimitMs,
    );
  } catch (cause) {
    const name = seed.name === '' ? '' : ` (${seed.name})`;
    throw new AppTestError({
      code: 'SEED_FAILED',
      message: `The seed ${index + 1} of ${count}${name} failed: ${cause instanceof Error ? cause.message : String(cause)}.`,
      next: 'Correct what was given to registerSeed(). No session was opened; the next one runs the seeds again.',
      cause,
      status: 500,
    });
  }
}

function isSame(one: readonly BaselineSeed[], other: readonly BaselineSeed[]): boolean {
  return one.length === other.length && one.every((seed, index) => seed === other[index]);
}
