import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { listTests } from '../../../scripts/specification/list-tests.js';
import { findDrift, writeTests } from '../../../scripts/specification/rules.js';

const document = [
  '| Rule | What holds | Tests |',
  '| --- | --- | --- |',
  '| `1.1` | Something holds. | |',
  '| `3 finish` | Finish disarms. | stale |',
].join('\n');
const file = 'tests/unit/some.spec.ts';

test('every rule of docs/specification.md has its tests, and the document lists them', async () => {
  const tests = await listTests();
  const specification = readFileSync(
    new URL('../../../docs/specification.md', import.meta.url),
    'utf8',
  );

  expect(findDrift(specification, tests)).toEqual([]);
  expect(specification, 'run `npm run docs:specification`').toBe(writeTests(specification, tests));
});

test('a rule without a test is named', () => {
  const tests = [{ title: 'spec 1.1: it holds', file }];

  expect(findDrift(document, tests)).toEqual(['Rule 3 finish has no test.']);
});

test('a title that names no rule is named', () => {
  const tests = [
    { title: 'spec 1.1, 3 finish: both hold', file },
    { title: 'spec 3: finish disarms', file },
    { title: 'an ordinary test: of no rule', file },
  ];

  expect(findDrift(document, tests)).toEqual([
    `'spec 3: finish disarms' (${file}) names '3', which is no rule.`,
  ]);
});

test('a rule that is there twice is named', () => {
  const tests = [{ title: 'spec 1.1, 3 finish: both hold', file }];

  expect(findDrift(`${document}\n| \`1.1\` | Again. | |`, tests)).toEqual([
    'Two rules have the id 1.1.',
  ]);
});

test('the tests of a rule are written into its row, and nothing else changes', () => {
  const tests = [{ title: 'spec 1.1, 3 finish: a | b', file }];

  const written = writeTests(document, tests);

  expect(written.split('\n')).toEqual([
    ...document.split('\n').slice(0, 2),
    '| `1.1` | Something holds. | [a \\| b](../tests/unit/some.spec.ts) |',
    '| `3 finish` | Finish disarms. | [a \\| b](../tests/unit/some.spec.ts) |',
  ]);
  expect(writeTests(written, [])).toBe(document.replace(' stale ', '  ').replace('| |', '|  |'));
  expect(writeTests(written, tests)).toBe(written);
});
