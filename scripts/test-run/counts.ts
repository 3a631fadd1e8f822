/** How many tests ended how; flaky ones passed. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Sums the parts of a run. */
export function addCounts(parts: readonly Counts[]): Counts {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const part of parts) {
    total.passed += part.passed;
    total.failed += part.failed;
    total.skipped += part.skipped;
  }
  return total;
}

/** The last line of `npm test`. */
export function formatCounts({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}
