/**
 * Tells which tests are made from `app-test/fixtures`, from what Playwright's runner holds in
 * memory. A scan of the sources misses re-exports and flags a valid `mergeTests`; the list of
 * fixture objects behind a test does neither. It is private, so its shape is checked first:
 * https://github.com/microsoft/playwright/blob/main/packages/playwright/src/common/testType.ts
 */

/** The property by which our fixtures object is known, whichever copy of the package it is from. */
export const fixturesMark: symbol = Symbol.for('app-test.fixtures');

/** Whether a test is made from our `test`; `'unknown'` if this Playwright does not let us see. */
export type TestOrigin = 'ours' | 'bypass' | 'unknown';

/** Says whether a Playwright `TestCase` of the runner process was made from our `test`. */
export function findTestOrigin(testCase: object): TestOrigin {
  const testType = (testCase as { _testType?: { fixtures?: unknown } })._testType;
  const layers: unknown = testType?.fixtures;
  if (!Array.isArray(layers) || layers.length === 0) return 'unknown';
  const objects = layers.map((layer: { fixtures?: unknown } | null) => layer?.fixtures);
  if (!objects.every((fixtures) => typeof fixtures === 'object' && fixtures !== null)) {
    return 'unknown';
  }
  return objects.some((fixtures) => Object.hasOwn(fixtures, fixturesMark)) ? 'ours' : 'bypass';
}

/** A test that bypasses ours, for the error text. */
export interface BypassingTest {
  /** File, line and column. */
  location: string;
  title: string;
}

/** What {@link findBypassingTests} reads of a Playwright `TestCase`. */
export interface SeenTestCase {
  location: { file: string; line: number; column: number };
  titlePath(): string[];
}

/** Lists the tests that bypass our `test`; `'unknown'` if this Playwright does not let us see. */
export function findBypassingTests(
  testCases: readonly SeenTestCase[],
): readonly BypassingTest[] | 'unknown' {
  const found: BypassingTest[] = [];
  for (const testCase of testCases) {
    const origin = findTestOrigin(testCase);
    if (origin === 'unknown') return 'unknown';
    if (origin === 'ours') continue;
    const { file, line, column } = testCase.location;
    found.push({
      location: `${file}:${line}:${column}`,
      title: testCase.titlePath().filter(Boolean).join(' › '),
    });
  }
  return found;
}
