import { expect, test } from '@playwright/test';
import { formatJobSummary, formatSummaryLine } from '../../../reporter/format-run.js';
import type { RunRecord } from '../../../reporter/run-record.js';

const record: RunRecord = {
  run_id: '00000000-0000-4000-8000-000000000000',
  started_at: '2026-03-01T12:00:00.000Z',
  duration_ms: 1234,
  outcome: 'passed',
  failed_in_setup: false,
  counts: { passed: 2, failed: 0, flaky: 0, skipped: 1, interrupted: 0, not_run: 3 },
  mode: 'test',
  url: 'http://localhost:8080',
  database: 'app-tests',
  project_id: 'shop',
  namespaces: [null, 'a', 'b', 'c'],
  token_hashes: [],
  versions: { app_test: '0.1.0', server: '0.1.0', playwright: '1.65.1', node: '20.20.2' },
  workers: 2,
  shard: { current: 1, total: 3 },
  merged: false,
  git_commit: null,
};

test('the line on the terminal counts what there was, and many namespaces only by number', () => {
  expect(formatSummaryLine(record, 'runs.jsonl')).toBe(
    'app-test: passed, 2 passed, 1 skipped, 3 not run (shard 1/3), in test mode on http://localhost:8080, ' +
      'database app-tests, namespace 4 of them · runs.jsonl',
  );
});

test('a guarded run is called one', () => {
  const guarded = { ...record, mode: 'guarded' as const, database: null, namespaces: [] };

  expect(formatSummaryLine(guarded, 'runs.jsonl')).toContain(
    ', in Guarded Mode on http://localhost:8080 · ',
  );
});

test('Markdown in a value stays text in the job summary', () => {
  const hostile = { ...record, url: 'http://x/|<b>`*\n| Run | forged |' };

  expect(formatJobSummary(hostile)).toContain(
    '| Server | http://x/\\|\\<b\\>\\`\\* \\| Run \\| forged \\| |',
  );
});
