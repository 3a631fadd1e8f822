import { existsSync, readFileSync } from 'node:fs';
import type { RunRecord } from '../../../reporter/index.js';
import { type App, test as base } from '../runner/support/runner-test.js';
import type { InlineProject } from '../runner/support/inline-project.js';

export { expect } from '@playwright/test';

interface ReporterFixtures {
  /** Where the records of this test go. */
  recordFolder: string;
  /** A project on a server, with the reporter. */
  describeProject: (
    app: Pick<App, 'url'>,
    specs: string,
    more?: Partial<InlineProject>,
  ) => InlineProject;
  /** The lines of `runs.jsonl` so far. */
  readRecords: () => RunRecord[];
}

/** Runs inline projects with the reporter. */
export const test = base.extend<ReporterFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from the pattern
  recordFolder: async ({}, use, testInfo) => {
    await use(testInfo.outputPath('records'));
  },
  describeProject: async ({ recordFolder }, use) => {
    await use(({ url }, specs, more = {}) => ({
      ...more,
      use: { baseURL: url, ...more.use },
      config: {
        reporter: [['line'], ['app-test/reporter', { outputDir: recordFolder }]],
        ...more.config,
      },
      files: { 'run.spec.ts': specs, ...more.files },
    }));
  },
  readRecords: async ({ recordFolder }, use) => {
    const file = `${recordFolder}/runs.jsonl`;
    await use(() =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as RunRecord)
        : [],
    );
  },
});
