import { expect, test } from '@playwright/test';
import { findBypassingTests, findTestOrigin, fixturesMark } from '../../../protocol/index.js';

const location = { file: 'a.spec.ts', line: 3, column: 1 };

function makeTestCase(...layers: unknown[]) {
  const _testType = { fixtures: layers.map((fixtures) => ({ fixtures })) };
  return { _testType, location, titlePath: () => ['', 'a.spec.ts', 'title'] };
}

test('a test is ours by the mark of one of its layers, wherever it stands', () => {
  const ours = { [fixturesMark]: true };
  expect(findTestOrigin(makeTestCase({}, ours))).toBe('ours');
  expect(findTestOrigin(makeTestCase(ours, { page: 1 }))).toBe('ours');
  expect(findTestOrigin(makeTestCase({}, { testMode: 'by name only' }))).toBe('bypass');
});

test('where Playwright hides it, the answer is unknown and never ours', () => {
  for (const hidden of [
    {},
    { _testType: {} },
    { _testType: { fixtures: [] } },
    makeTestCase(null),
  ]) {
    expect(findTestOrigin(hidden)).toBe('unknown');
  }
  expect(findBypassingTests([makeTestCase({}), { location, titlePath: () => [] }])).toBe('unknown');
});

test('bypassing tests are listed by place and title', () => {
  expect(findBypassingTests([makeTestCase({}), makeTestCase({ [fixturesMark]: true })])).toEqual([
    { location: 'a.spec.ts:3:1', title: 'a.spec.ts › title' },
  ]);
});
