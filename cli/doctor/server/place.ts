import { type BaseUrl, parseBaseUrl } from '../../../client/base-url.js';
import { type ResolvedExpectations, resolveExpectations } from '../../../client/expectations.js';
import { collectTargets } from '../../../fixtures/run/collect-targets.js';
import type { Target } from '../../../fixtures/target/target.js';
import { type AppTestError, isAppTestError } from '../../../protocol/index.js';
import type { Project } from '../project/project.js';

/** A server that the tests would reach, and what they would expect of it. */
export interface ServerPlace {
  base: BaseUrl;
  /** Where the address is from, as it ends a sentence: `named by --url`. */
  source: string;
  mode: Target['mode'];
  expected: ResolvedExpectations;
  /** Origins whose hosts get the token cookie. */
  origins: readonly string[];
}

/** The servers to look at, and what is wrong with the options that name them. */
export interface ListedPlaces {
  places: readonly ServerPlace[];
  error: AppTestError | null;
}

/**
 * The servers that the tests would reach: the one that was named, else those of the Playwright configuration, else
 * `APP_TEST_URL`.
 *
 * @throws {AppTestError} `OPTION_INVALID` for a named URL that is none.
 */
export function listPlaces(project: Project, url: string | undefined): ListedPlaces {
  const { places, error } = listConfigured(project);
  if (url === undefined) return { places, error };
  const base = parseBaseUrl(url, '--url');
  const { origin } = new URL(base.href);
  const known = places.find((place) => place.origins.includes(origin)) ?? places[0];
  const expected = known?.expected ?? resolveExpectations({}, 'testModeOptions');
  // Somebody who names a server wants it to be asked, whatever the configuration says of another.
  const named: ServerPlace = {
    base,
    source: 'named by --url',
    mode: 'auto',
    expected,
    origins: known?.origins ?? [origin],
  };
  return { places: [named], error };
}

function listConfigured({ playwright, environment }: Project): ListedPlaces {
  const { APP_TEST_URL: variable } = environment;
  const isRead = playwright.kind === 'read';
  const projects = isRead ? playwright.listing.projects : [];
  const isNamed =
    Boolean(variable) ||
    projects.some(({ baseURL, testModeOptions }) => baseURL ?? testModeOptions.backendUrl);
  if (!isNamed) return { places: [], error: null };
  try {
    const targets = collectTargets({
      projects: projects.length > 0 ? projects.map(toFull) : [toFull()],
    });
    const source = isRead ? 'of the Playwright configuration' : 'of APP_TEST_URL';
    return { places: targets.map((target) => toPlace(target, source)), error: null };
  } catch (error) {
    if (!isAppTestError(error)) throw error;
    return { places: [], error };
  }
}

type FullProject = Parameters<typeof collectTargets>[0]['projects'][number];

function toFull(project?: {
  name: string;
  baseURL: string | null;
  testModeOptions: object;
}): FullProject {
  const { name = '', baseURL = null, testModeOptions = {} } = project ?? {};
  const use = { ...(baseURL === null ? {} : { baseURL }), testModeOptions };
  return { name, use, dependencies: [] as string[] } as unknown as FullProject;
}

function toPlace({ backend, mode, expected, urls }: Target, source: string): ServerPlace {
  return { base: backend, source, mode, expected, origins: urls };
}
