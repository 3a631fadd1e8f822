import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { OrderedMap } from '../../../datastore/tree/ordered-map.js';

const key = fc.integer({ min: 0, max: 400 }).map((n) => n.toString(36).padStart(2, '0'));
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('set' as const), key, value: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('copy' as const) }) },
);

// Property tests compare thousands of times: Playwright's expect would report each as a step.
function expectSame(map: OrderedMap<number>, model: Map<string, number>): void {
  const sorted = [...model].toSorted(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual([...map.range('', '\xff')], sorted);
  assert.deepEqual([...map.range('', '\xff', true)], sorted.toReversed());
  assert.equal(map.size, model.size);
}

test('behaves like a sorted map, and copies never see what happens to the original', () => {
  fc.assert(
    fc.property(
      fc.array(operation, { minLength: 100, maxLength: 800, size: 'max' }),
      key,
      key,
      (operations, from, to) => {
        let owner = {};
        const map = OrderedMap.ofValues<number>(owner);
        const model = new Map<string, number>();
        const copies: [OrderedMap<number>, Map<string, number>][] = [];
        for (const step of operations) {
          if (step.type === 'set') {
            map.set(owner, step.key, step.value);
            model.set(step.key, step.value);
          } else if (step.type === 'delete') {
            assert.equal(map.delete(owner, step.key), model.delete(step.key));
          } else {
            copies.push([map.copy(), new Map(model)]);
            owner = {};
          }
        }
        expectSame(map, model);
        for (const [copy, expected] of copies) expectSame(copy, expected);
        const inRange = [...model.keys()].filter((k) => from <= k && k < to).toSorted();
        assert.deepEqual(
          [...map.range(from, to)].map(([k]) => k),
          inRange,
        );
        assert.deepEqual(
          [...map.range(from, to, true)].map(([k]) => k),
          inRange.toReversed(),
        );
        assert.equal(map.count(from, to), inRange.length);
        assert.equal(map.get(from), model.get(from));
        assert.equal(map.has(to), model.has(to));
      },
    ),
    { numRuns: 60 },
  );
});

test('stays right through growing to many levels and shrinking to nothing', () => {
  const owner = {};
  const map = OrderedMap.ofKeys(owner);
  const keys = Array.from({ length: 20_000 }, (_, at) => ((at * 7919) % 20_000).toString(36));
  for (const name of keys) map.set(owner, name, undefined);
  expect(map.size).toBe(20_000);
  const sorted = keys.toSorted();
  expect(map.rank(sorted[12_345]!)).toBe(12_345);
  for (const name of keys.slice(0, 19_990)) assert(map.delete(owner, name));
  expect([...map.range('', '\xff')].map(([name]) => name)).toEqual(keys.slice(19_990).toSorted());
  for (const name of keys.slice(19_990)) map.delete(owner, name);
  expect(map.size).toBe(0);
  expect([...map.range('', '\xff')]).toEqual([]);
});

test('the range may be empty or upside down', () => {
  const owner = {};
  const map = OrderedMap.ofKeys(owner);
  map.set(owner, 'b', undefined);
  expect([...map.range('b', 'b')]).toEqual([]);
  expect([...map.range('z', 'a')]).toEqual([]);
  expect(map.count('z', 'a')).toBe(0);
});
