import { expect, test } from '@playwright/test';
import { addCounts, formatCounts } from '../../../scripts/test-run/counts.js';

test('the parts of a run are summed', () => {
  const parts = [
    { passed: 3, failed: 0, skipped: 1 },
    { passed: 2, failed: 1, skipped: 0 },
  ];

  expect(formatCounts(addCounts(parts))).toBe('5 passed, 1 failed, 1 skipped');
});

test('nothing adds up to nothing', () => {
  expect(formatCounts(addCounts([]))).toBe('0 passed, 0 failed');
});
