import { isAppTestError } from '../../protocol/index.js';
import type { Check, Examination } from './check.js';
import { checks } from './checks/index.js';
import { failure, type Finding, warning } from './finding.js';
import { readPlaywright } from './playwright/read-playwright.js';
import { type Project, readManifests, readOwnManifest } from './project/project.js';
import { listPlaces } from './server/place.js';
import { type Visit, visitServer } from './server/visit.js';

/** What the command was asked for. */
export interface DoctorOptions {
  /** The server's URL. @default what the Playwright configuration or APP_TEST_URL names */
  url?: string;
  /** The Playwright configuration. @default that of the working directory */
  config?: string;
}

/** A finding, with the check that made it. */
export interface ReportedFinding extends Finding {
  check: string;
  title: string;
}

/** Everything that was found. */
export interface Diagnosis {
  /** Version of this app-test. */
  version: string;
  folder: string;
  /** The servers that were asked. */
  urls: readonly string[];
  findings: readonly ReportedFinding[];
}

/**
 * Runs every check.
 *
 * @throws {AppTestError} `OPTION_INVALID` for a URL that is none or a configuration that is not there.
 */
export async function diagnose(folder: string, options: DoctorOptions): Promise<Diagnosis> {
  const own = readOwnManifest();
  const project: Project = {
    folder,
    environment: process.env,
    manifests: readManifests(folder),
    own,
    playwright: await readPlaywright(folder, options.config),
  };
  const { places, error: optionError } = listPlaces(project, options.url);
  const visits = await Promise.all(places.map(visitServer));
  const examination = { project, visits, optionError };
  const findings: ReportedFinding[] = [];
  try {
    for (const check of checks) findings.push(...(await runCheck(check, examination)));
  } finally {
    for (const visit of visits) findings.push(...(await leave(visit)));
  }
  const urls = visits.map(({ base }) => base.href);
  return { version: own.version, folder, urls, findings };
}

async function leave(visit: Visit): Promise<ReportedFinding[]> {
  try {
    await visit.leave();
    return [];
  } catch (error) {
    const finding = warning({
      seen: `The session of this visit could not be ended: ${error instanceof Error ? error.message : String(error)}`,
      why: 'It is of no further use to anybody.',
      next: 'Nothing: it ends by itself when its lease runs out, in a minute.',
    });
    return [{ check: 'server', title: 'Server', ...finding }];
  }
}

async function runCheck(check: Check, examination: Examination): Promise<ReportedFinding[]> {
  const { id, title } = check;
  const findings = await findOrExplain(check, examination);
  return findings.map((finding) => ({ check: id, title, ...finding }));
}

/** One check that can't do its work must not keep the others from theirs. */
async function findOrExplain(check: Check, examination: Examination): Promise<Finding[]> {
  try {
    return await check.run(examination);
  } catch (error) {
    const isKnown = isAppTestError(error);
    return [
      failure({
        seen: isKnown ? error.reason : String(error instanceof Error ? error.stack : error),
        why: 'This check could not be made.',
        next: (isKnown ? error.next : undefined) ?? 'Tell it to the makers of app-test.',
      }),
    ];
  }
}
