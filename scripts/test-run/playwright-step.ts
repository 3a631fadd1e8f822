import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countsFileVariable } from './count-reporter.js';
import { addCounts, type Counts } from './counts.js';
import { runStep } from './run-step.js';

const countReporter = fileURLToPath(new URL('count-reporter.ts', import.meta.url));

/** How a run of Playwright ended. */
export interface PlaywrightResult {
  code: number;
  counts: Counts;
}

/** Runs a command that takes Playwright's options, and counts its tests. */
export async function runPlaywright(
  command: string[],
  env: NodeJS.ProcessEnv,
  reporters: string[] = ['list'],
): Promise<PlaywrightResult> {
  const folder = mkdtempSync(join(tmpdir(), 'app-test-counts-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const args = [...command, `--reporter=${[...reporters, countReporter].join(',')}`];
    const code = await runStep(args, { ...env, [countsFileVariable]: countsFile });
    return { code, counts: countFailure(code, readCounts(countsFile)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCounts(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    // It ended before it had counted anything.
    return addCounts([]);
  }
}

// A run can fail with every test passed, or before there were any: the total must not read like a success.
function countFailure(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
