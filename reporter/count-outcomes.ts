import type { TestCase } from '@playwright/test/reporter';

/** How many tests of a run ended how. */
export interface RunCounts {
  passed: number;
  failed: number;
  /** Failed at first and passed in a retry. */
  flaky: number;
  skipped: number;
  /** Began, and were cut off. */
  interrupted: number;
  /** Never began. */
  not_run: number;
}

/** Counts tests as Playwright's own summary does. */
export function countOutcomes(tests: readonly TestCase[]): RunCounts {
  const counts: RunCounts = {
    passed: 0,
    failed: 0,
    flaky: 0,
    skipped: 0,
    interrupted: 0,
    not_run: 0,
  };
  for (const test of tests) counts[findOutcome(test)]++;
  return counts;
}

function findOutcome(test: TestCase): keyof RunCounts {
  switch (test.outcome()) {
    case 'expected':
      return 'passed';
    case 'unexpected':
      return 'failed';
    case 'flaky':
      return 'flaky';
    case 'skipped':
      break;
  }
  // Playwright calls skipped whatever has no result that counts.
  if (test.results.some(({ status }) => status === 'interrupted')) return 'interrupted';
  return test.results.length === 0 || test.expectedStatus !== 'skipped' ? 'not_run' : 'skipped';
}
