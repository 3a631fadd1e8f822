import { writeFileSync } from 'node:fs';
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter';
import type { Counts } from './counts.js';

/** Where the reporter writes its counts: one file per Playwright run. */
export const countsFileVariable = 'TEST_COUNTS_FILE';

/** Tells `npm test` how the tests of one Playwright run ended. */
export default class CountReporter implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  printsToStdio(): boolean {
    return false;
  }

  onEnd(): void {
    const file = process.env[countsFileVariable];
    if (file === undefined) return;
    const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome();
      // Playwright calls a test skipped that an interrupted run or a failed dependency left out; so do we.
      if (outcome === 'skipped') counts.skipped++;
      else if (outcome === 'unexpected') counts.failed++;
      else counts.passed++;
    }
    writeFileSync(file, JSON.stringify(counts));
  }
}
