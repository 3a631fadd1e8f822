import type { Suite, TestCase } from '@playwright/test/reporter';
import { AppTestError, type BypassingTest, findBypassingTests } from '../protocol/index.js';
import { listAnnotations } from './seen-annotations.js';

/**
 * Refuses a run before its first test if a test is not made from our `test`: it would go to the server without
 * the proof that the server is on the test database.
 *
 * @returns Whether this version of Playwright let us see.
 * @throws {AppTestError} `SPEC_BYPASSES_TEST`
 */
export function requireOwnTests(suite: Suite, exemptProjects: readonly string[]): boolean {
  const found = findBypassingTests(listCheckedTests(suite, exemptProjects));
  if (found === 'unknown') return false;
  if (found.length > 0) throw describeBypass(found, 'No test was run.');
  return true;
}

/** What can be seen of any version, after the run: a passed test without our annotation. */
export function findUnprovenTests(
  suite: Suite,
  exemptProjects: readonly string[],
): AppTestError | undefined {
  const unproven = listCheckedTests(suite, exemptProjects)
    .filter(({ results }) => results.some(({ status }) => status === 'passed'))
    .filter((test) => listAnnotations(test).length === 0);
  if (unproven.length === 0) return undefined;
  return describeBypass(
    unproven.map((test) => ({
      location: `${test.location.file}:${test.location.line}:${test.location.column}`,
      title: test.titlePath().filter(Boolean).join(' › '),
    })),
    'They were run all the same, and the run counts as failed.',
  );
}

function listCheckedTests(suite: Suite, exemptProjects: readonly string[]): TestCase[] {
  return suite
    .allTests()
    .filter((test) => !exemptProjects.includes(test.parent.project()?.name ?? ''));
}

function describeBypass(tests: readonly BypassingTest[], outcome: string): AppTestError {
  const shown = tests.slice(0, 10).map(({ location, title }) => `\n  ${location} ${title}`);
  const more = tests.length > 10 ? `\n  and ${tests.length - 10} more` : '';
  return new AppTestError({
    code: 'SPEC_BYPASSES_TEST',
    message: `These tests do not use app-test's test, so nothing proves which database they reach:${shown.join('')}${more}\n${outcome}`,
    next: "Import test from 'app-test/fixtures' there, or name the project in the reporter's exemptProjects if it never reaches the server.",
    details: { tests },
  });
}
