import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { toBigInt, toInt64, toInteger } from '../../../datastore/values/numbers.js';

test('a 64-bit integer is read as a number only where that is exact', () => {
  const int64 = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.bigInt({ min: -(2n ** 33n), max: 2n ** 33n }),
  );
  fc.assert(
    fc.property(int64, (value) => {
      expect(BigInt(toInteger(toInt64(value)))).toBe(value);
      expect(toBigInt(toInt64(value))).toBe(value);
    }),
  );
  expect([0, 1, -1, 2 ** 31, -(2 ** 31)].map((n) => toInteger(toInt64(n)))).toEqual([
    0,
    1,
    -1,
    2 ** 31,
    -(2 ** 31),
  ]);
});
