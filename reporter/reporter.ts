import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';
import { appendRecord } from './append-record.js';
import { findUnprovenTests, requireOwnTests } from './bypass.js';
import { formatJobSummary, formatSummaryLine } from './format-run.js';
import {
  type ReporterOptions,
  type ResolvedReporterOptions,
  resolveReporterOptions,
} from './options.js';
import { describeRun, type RunRecord } from './run-record.js';

/**
 * Playwright reporter that records every run: what it ran against, and how it ended. A test that is not made from
 * `app-test/fixtures` fails the run, before its first test where this version of Playwright lets us see it.
 *
 * @throws {AppTestError} `OPTION_UNKNOWN`, `OPTION_INVALID`; `SPEC_BYPASSES_TEST` from the run.
 * @example
 * ```ts
 * export default defineConfig({ reporter: [['list'], ['app-test/reporter']] });
 * ```
 */
export default class AppTestReporter implements Reporter {
  readonly #options: ResolvedReporterOptions;
  #config: FullConfig | undefined;
  #suite: Suite | undefined;
  #isBypassChecked = false;

  constructor(options: ReporterOptions = {}) {
    this.#options = resolveReporterOptions(options);
  }

  printsToStdio(): boolean {
    return false;
  }

  async preprocess({ suite }: { suite: Suite }): Promise<void> {
    if (isListing()) return;
    this.#isBypassChecked = requireOwnTests(suite, this.#options.exemptProjects);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#config = config;
    this.#suite = suite;
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    if (this.#config === undefined || this.#suite === undefined || isListing()) return undefined;
    const unproven = this.#isBypassChecked
      ? undefined
      : findUnprovenTests(this.#suite, this.#options.exemptProjects);
    if (unproven !== undefined) process.stderr.write(`\n${unproven.message}\n`);
    const isFailure = unproven !== undefined && result.status === 'passed';
    const status = isFailure ? 'failed' : result.status;
    this.#record(
      describeRun({
        config: this.#config,
        tests: this.#suite.allTests(),
        result: { ...result, status },
        isMerged: process.argv.includes('merge-reports'),
        configDir: this.#options.configDir,
      }),
    );
    return isFailure ? { status } : undefined;
  }

  // A record that cannot be written must not turn the outcome of the tests around.
  #record(record: RunRecord): void {
    try {
      const file = appendRecord(this.#options.outputDir, record);
      process.stdout.write(`${formatSummaryLine(record, relative(process.cwd(), file))}\n`);
      const jobSummary = process.env.GITHUB_STEP_SUMMARY;
      if (jobSummary) appendFileSync(jobSummary, formatJobSummary(record));
    } catch (error) {
      process.stderr.write(
        `[app-test] The run could not be recorded: ${(error as Error).message}\n`,
      );
    }
  }
}

/** `--list` loads and reports tests, but is no run. */
function isListing(): boolean {
  return process.argv.includes('--list');
}
