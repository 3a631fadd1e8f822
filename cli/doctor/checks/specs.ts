import type { Check } from '../check.js';
import { failure, ok, skipped } from '../finding.js';
import { showPath } from '../project/project.js';

/** Tests that are not made from app-test's `test`. */
export const specsCheck: Check = {
  id: 'specs',
  title: 'Specs',
  run({ project }) {
    const { playwright } = project;
    if (playwright.kind !== 'read') return [skipped('Playwright lists no tests here.')];
    const { bypassing, tests } = playwright.listing;
    if (tests.length === 0) return [skipped('The configuration has no tests.')];
    if (bypassing === 'unknown') {
      return [skipped('This version of Playwright does not show what its tests are made from.')];
    }
    if (bypassing.length === 0) return [ok(`All ${tests.length} tests are app-test's.`)];
    const shown = bypassing.slice(0, most).map(({ location, title }) => {
      return `\n${showPath(project, location)} ${title}`;
    });
    const more = bypassing.length > most ? `\nand ${bypassing.length - most} more` : '';
    return [
      failure({
        seen: `${bypassing.length} of ${tests.length} tests do not use app-test's test:${shown.join('')}${more}`,
        why: 'Their requests carry no cookie and are refused; where something answers all the same, nothing proves which database they reach.',
        next: "Import test from 'app-test/fixtures' there, or name the project in the reporter's exemptProjects if it never reaches the server.",
      }),
    ];
  },
};

const most = 10;
