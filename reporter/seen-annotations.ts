import type { TestCase } from '@playwright/test/reporter';
import { findAnnotation, type TestAnnotation } from '../protocol/index.js';

/** What each attempt of a test ran against; nothing for an attempt that did not get that far. */
export function listAnnotations(test: TestCase): TestAnnotation[] {
  return [test.annotations, ...test.results.map(({ annotations }) => annotations)].flatMap(
    (annotations) => findAnnotation(annotations) ?? [],
  );
}
