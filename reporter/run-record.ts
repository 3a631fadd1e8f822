import { randomUUID } from 'node:crypto';
import type { FullConfig, FullResult, TestCase } from '@playwright/test/reporter';
import { version } from '../protocol/index.js';
import { findConfiguredUrl } from './configured-url.js';
import { countOutcomes, type RunCounts } from './count-outcomes.js';
import { readGitCommit } from './git-commit.js';
import { mergeTargets, type RunTarget } from './merge-targets.js';
import { listAnnotations } from './seen-annotations.js';

/** One line of `runs.jsonl`. */
export interface RunRecord extends Omit<RunTarget, 'server_version'> {
  /** A UUID of this run. */
  run_id: string;
  /** ISO 8601, UTC. */
  started_at: string;
  /** Milliseconds. */
  duration_ms: number;
  outcome: FullResult['status'];
  /** Whether it failed before the first test: in global setup, say. */
  failed_in_setup: boolean;
  counts: RunCounts;
  versions: { app_test: string; server: string | null; playwright: string; node: string };
  /** How many at most. */
  workers: number;
  /** Null unless the run was one part of several. */
  shard: { current: number; total: number } | null;
  /** Whether `merge-reports` made this from the parts. */
  merged: boolean;
  git_commit: string | null;
}

/** What a run is recorded from. */
export interface EndedRun {
  config: FullConfig;
  tests: readonly TestCase[];
  result: Pick<FullResult, 'status' | 'startTime' | 'duration'>;
  /** Whether it is `merge-reports` that runs. */
  isMerged: boolean;
  configDir: string;
}

/** Describes a run that has ended. The token itself is not in it. */
export function describeRun({ config, tests, result, isMerged, configDir }: EndedRun): RunRecord {
  const { server_version, ...target } = mergeTargets(tests.flatMap(listAnnotations));
  const hasBegun = tests.some(({ results }) => results.length > 0);
  return {
    run_id: randomUUID(),
    started_at: result.startTime.toISOString(),
    duration_ms: Math.round(result.duration),
    outcome: result.status,
    failed_in_setup: result.status === 'failed' && !hasBegun,
    counts: countOutcomes(tests),
    ...target,
    url: target.url ?? findConfiguredUrl(config),
    versions: {
      app_test: version,
      server: server_version,
      playwright: config.version,
      node: process.versions.node,
    },
    workers: config.workers,
    shard: config.shard === null ? null : { ...config.shard },
    merged: isMerged,
    git_commit: readGitCommit(configDir),
  };
}
