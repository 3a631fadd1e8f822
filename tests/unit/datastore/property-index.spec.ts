import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { PropertyIndex } from '../../../datastore/storage/property-index.js';

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('replace' as const),
      path: fc.constantFrom('p', 'q', 'r', 's'),
      values: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('copy' as const) }) },
);

type Model = Map<string, string[]>;

function listEntries(model: Model): string[] {
  return [...model].flatMap(([path, values]) => values.map((value) => value + path)).toSorted();
}

function readEntries(index: PropertyIndex): string[] {
  return [...index.entries.range('', '\xff')].map(([entry]) => entry);
}

test('whenever it is read, an index holds what was put in and not taken out, and copies stay as they were', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      let index = new PropertyIndex({});
      const model: Model = new Map();
      const copies: [PropertyIndex, string[]][] = [];
      for (const one of steps) {
        if (one.type === 'replace') {
          index.replace(one.path, model.get(one.path) ?? [], one.values);
          model.set(one.path, one.values);
          assert.equal(index.isEmpty, listEntries(model).length === 0);
        } else if (one.type === 'read') assert.deepEqual(readEntries(index), listEntries(model));
        else {
          copies.push([index, listEntries(model)]);
          index = index.copy({});
        }
      }
      assert.deepEqual(readEntries(index), listEntries(model));
      for (const [copy, entries] of copies) assert.deepEqual(readEntries(copy), entries);
    }),
    { numRuns: 300 },
  );
});

test('an index that many were put into at once is as right as one that grew', () => {
  const index = new PropertyIndex({});
  const paths = Array.from({ length: 20_000 }, (_, at) =>
    `${(at * 7919) % 20_000}`.padStart(5, '0'),
  );
  for (const path of paths) index.replace(path, [], ['v']);
  const sorted = paths.toSorted().map((path) => `v${path}`);
  expect(readEntries(index)).toEqual(sorted);
  expect(index.entries.rank('v12345')).toBe(12_345);
  for (const path of paths.slice(0, 19_000)) index.replace(path, ['v'], []);
  for (const path of paths.slice(0, 10)) index.replace(path, [], ['w']);
  expect(readEntries(index)).toEqual([
    ...paths
      .slice(19_000)
      .toSorted()
      .map((path) => `v${path}`),
    ...paths
      .slice(0, 10)
      .toSorted()
      .map((path) => `w${path}`),
  ]);
});
