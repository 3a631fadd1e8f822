import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { EMPTY, rounds, type Round } from './crash/operations.js';
import { type Expected, runRound, startServer } from './crash/run-round.js';
import { verify } from './crash/verify.js';

// A longer run: CRASH_RUNS=500 npx playwright test tests/e2e/datastore/crash.spec.ts --project=e2e
const RUNS = Number(process.env.CRASH_RUNS ?? 8);
const SEED = Number(process.env.CRASH_SEED ?? 20_261_121);

test('what was acknowledged is there after the process was killed, and nothing is there by halves', async () => {
  test.setTimeout(60_000 + RUNS * 12_000);
  let kills = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (crashes) => {
      kills += await crash(crashes);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  expect(kills).toBeGreaterThanOrEqual(2 * RUNS);
});

/** Runs rounds on one folder, each on what the last one left. Returns how often it killed the process. */
async function crash(crashes: Round[]): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'app-test-crash-'));
  let server = await startServer(data);
  try {
    let expected: Expected = {
      states: crashes[0]!.writers.map(() => EMPTY),
      shared: 0,
      version: 0,
      unanswered: [],
    };
    for (const round of crashes) {
      const acknowledged = await runRound(server, round, expected);
      server = await startServer(data);
      expected = await verify(server.database, acknowledged);
    }
    return crashes.length;
  } finally {
    await server.database.close();
    await server.script.stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}
