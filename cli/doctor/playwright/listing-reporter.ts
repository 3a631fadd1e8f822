import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter';
import { findBypassingTests } from '../../../protocol/index.js';
import type { TestModeOptions } from '../../../fixtures/target/options.js';
import { listingMark, ownReporterPattern, type PlaywrightListing } from './reading.js';
import { listReporters, listTexts, listWebServers, loadUserConfig } from './user-config.js';

/** Prints, for the process that started the listing, the configuration as Playwright resolved it, and its tests. */
export default class ListingReporter implements Reporter {
  readonly #errors: string[] = [];
  #begun: { config: FullConfig; suite: Suite } | undefined;

  onError({ message, location }: TestError): void {
    const place = location === undefined ? '' : `${location.file}:${location.line}: `;
    this.#errors.push(`${place}${message ?? ''}`);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#begun = { config, suite };
  }

  /** The first moment that Playwright waits for. */
  async onEnd(): Promise<void> {
    if (this.#begun === undefined) return;
    const { config, suite } = this.#begun;
    const listing = { ...(await describe(config, suite)), errors: this.#errors };
    process.stdout.write(`\n${listingMark}${JSON.stringify(listing)}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

async function describe(config: FullConfig, suite: Suite): Promise<PlaywrightListing> {
  const { configFile = '', projects, webServer } = config;
  const written = await loadUserConfig(configFile);
  const reporters = written === undefined ? null : listReporters(written);
  const own = reporters?.find(({ name }) => ownReporterPattern.test(name));
  const tests = suite.allTests().map((test) => ({
    test,
    project: test.parent.project()?.name ?? '',
  }));
  const checked = tests.filter(({ project }) => !own?.exemptProjects.includes(project));
  return {
    configFile,
    globalSetup: listTexts(written?.globalSetup ?? config.globalSetup),
    reporters,
    webServers: listWebServers(written ?? { webServer }),
    projects: projects.map(({ name, use }) => {
      const { baseURL, testModeOptions } = use as Use;
      return { name, baseURL: baseURL ?? null, testModeOptions: testModeOptions ?? {} };
    }),
    tests: tests.map(({ test, project }) => ({ file: test.location.file, project })),
    bypassing: findBypassingTests(checked.map(({ test }) => test)),
    errors: [],
  };
}

interface Use {
  baseURL?: string;
  testModeOptions?: TestModeOptions;
}
