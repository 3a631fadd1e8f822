import { existsSync, readFileSync } from 'node:fs';
import type { Check } from '../check.js';
import { failure, type Finding, ok, skipped, warning } from '../finding.js';
import { ownReporterPattern, type PlaywrightListing } from '../playwright/reading.js';
import { showPath } from '../project/project.js';

/** The Playwright configuration: that it loads, and what of app-test it uses. */
export const runnerCheck: Check = {
  id: 'runner',
  title: 'Runner',
  run({ project, optionError }) {
    const { playwright } = project;
    if (playwright.kind === 'none') return [skipped(`${playwright.reason}.`)];
    if (playwright.kind === 'failed') return [explainFailed(playwright.reason)];
    const { listing } = playwright;
    const errors = listing.errors.filter((error) => !error.includes('No tests found'));
    const found = [
      ...errors.map(explainFailed),
      ...(optionError === null ? [] : [explainOption(optionError)]),
      ...checkGlobalSetup(listing),
      ...checkReporter(listing),
    ];
    const shown = showPath(project, listing.configFile);
    return found.length > 0 ? found : [ok(`${shown} has app-test's global setup and reporter.`)];
  },
};

function explainFailed(reason: string): Finding {
  return failure({
    seen: reason,
    why: 'Playwright cannot list the tests, so it cannot run them either.',
    next: 'Correct what `npx playwright test --list` prints.',
  });
}

function explainOption({ reason, next }: { reason: string; next: string | undefined }): Finding {
  const why = 'A run stops at it before its first test.';
  return failure({ seen: reason, why, next: next ?? 'Correct the option.' });
}

function checkGlobalSetup({ globalSetup }: PlaywrightListing): Finding[] {
  if (globalSetup.some(usesOwn)) return [];
  return [
    warning({
      seen: "The configuration has no globalSetup: 'app-test/global-setup'.",
      why: 'Each worker then proves the server for itself, and nothing holds the session open for the run; Guarded Mode cannot ask for its PIN.',
      next: "Set globalSetup: 'app-test/global-setup', in a list beside your own.",
    }),
  ];
}

/** Ours, or a file of the project that passes on to it. */
function usesOwn(script: string): boolean {
  if (/app-test(?:[\\/]dist)?[\\/](?:fixtures[\\/])?global-setup/.test(script)) return true;
  return existsSync(script) && readFileSync(script, 'utf8').includes('app-test/global-setup');
}

function checkReporter({ reporters }: PlaywrightListing): Finding[] {
  if (reporters === null || reporters.some(({ name }) => ownReporterPattern.test(name))) return [];
  return [
    warning({
      seen: "The configuration does not have the reporter 'app-test/reporter'.",
      why: "Nothing then refuses a run in which a test does not use app-test's test, and no run is recorded.",
      next: "Set reporter: [['list'], ['app-test/reporter']].",
    }),
  ];
}
