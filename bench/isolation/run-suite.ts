import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Which tests run where, and how. */
export interface SuiteRun {
  file: 'waiting' | 'bare' | 'pages';
  url: string;
  isolation: 'none' | 'run' | 'test';
  workers: number;
}

/** What a run of the suite took. */
export interface SuiteTimes {
  /** Milliseconds from the command to its end. */
  wall: number;
  /** Milliseconds from the beginning of a test to that of the next, fixtures included; of one worker. */
  perTest: number;
}

const run = promisify(execFile);
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const config = fileURLToPath(new URL('suite/playwright.config.ts', import.meta.url));
// The first tests pay for the worker and its browser.
const warmUp = 10;

/** Runs tests in a process of their own. @throws {Error} if one of them fails. */
export async function runSuite({ file, url, isolation, workers }: SuiteRun): Promise<SuiteTimes> {
  const begun = performance.now();
  const { PATH, HOME, CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
  const { stdout } = await run(
    process.execPath,
    [playwright, 'test', `${file}.spec.ts`, '--config', config, `--workers=${workers}`],
    {
      env: { PATH, HOME, CHROMIUM_PATH, BENCH_URL: url, BENCH_ISOLATION: isolation },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const wall = performance.now() - begun;
  const starts = listStarts(JSON.parse(stdout) as JsonSuite).toSorted((a, b) => a - b);
  const counted = starts.slice(warmUp);
  return { wall, perTest: (counted.at(-1)! - counted[0]!) / (counted.length - 1) };
}

interface JsonSuite {
  suites?: JsonSuite[];
  specs?: { tests: { results: { startTime: string }[] }[] }[];
}

function listStarts({ suites = [], specs = [] }: JsonSuite): number[] {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ startTime }) => Date.parse(startTime))),
  );
  return [...own, ...suites.flatMap(listStarts)];
}
