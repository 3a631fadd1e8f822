import type { BypassingTest } from '../../../protocol/index.js';
import type { TestModeOptions } from '../../../fixtures/target/options.js';

/** What Playwright itself says of a project: its configuration as it is resolved, and its tests. */
export interface PlaywrightListing {
  configFile: string;
  globalSetup: readonly string[];
  /** Null where the configuration's own text could not be read back. */
  reporters: readonly ListedReporter[] | null;
  webServers: readonly ListedWebServer[];
  projects: readonly ListedProject[];
  tests: readonly ListedTest[];
  /** Of tests in projects that app-test's reporter does not exempt. */
  bypassing: readonly BypassingTest[] | 'unknown';
  /** What could not be loaded. */
  errors: readonly string[];
}

/** A reporter of the configuration. */
export interface ListedReporter {
  name: string;
  exemptProjects: readonly string[];
}

/** A `webServer` of the configuration. */
export interface ListedWebServer {
  command: string;
  url: string | null;
  cwd: string | null;
  env: Readonly<Record<string, string>>;
}

/** A project of the configuration. */
export interface ListedProject {
  name: string;
  baseURL: string | null;
  testModeOptions: TestModeOptions;
}

/** A test, where it stands. */
export interface ListedTest {
  file: string;
  project: string;
}

/** What could be learned from Playwright. */
export type PlaywrightReading =
  | { kind: 'read'; listing: PlaywrightListing }
  /** The project has no configuration. */
  | { kind: 'none'; reason: string }
  | { kind: 'failed'; reason: string };

/** Marks the line that holds the listing, among whatever a configuration prints. */
export const listingMark = 'app-test-doctor-listing:';

/** How a reporter of ours is named in a configuration. */
export const ownReporterPattern = /(?:^|[\\/])app-test(?:[\\/]dist)?[\\/]reporter\b/;
