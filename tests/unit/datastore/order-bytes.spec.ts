import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  decodeBytes,
  decodeDouble,
  decodeInteger,
  decodeText,
  encodeBytes,
  encodeDouble,
  encodeInteger,
  encodeText,
  integerLength,
} from '../../../datastore/values/order-bytes.js';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const sign = (a: string | bigint | number, b: typeof a): number => (a < b ? -1 : a > b ? 1 : 0);

test('integers keep their numeric order and come back', () => {
  fc.assert(
    fc.property(int64, int64, (a, b) => {
      expect(sign(encodeInteger(a), encodeInteger(b))).toBe(sign(a, b));
      expect(decodeInteger(`x${encodeInteger(a)}y`, 1)).toEqual({
        value: a,
        next: 1 + encodeInteger(a).length,
      });
      expect(integerLength(encodeInteger(a), 0)).toBe(encodeInteger(a).length);
    }),
  );
  fc.assert(
    fc.property(fc.maxSafeInteger(), (a) => {
      expect(encodeInteger(a)).toBe(encodeInteger(BigInt(a)));
    }),
  );
  expect(encodeInteger(-1n) < encodeInteger(0n)).toBe(true);
  expect(encodeInteger(255n) < encodeInteger(256n)).toBe(true);
});

test('text keeps the order of its UTF-8 bytes and comes back, whatever is in it', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [x, y] = [Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')];
      expect(sign(encodeText(a), encodeText(b))).toBe(Buffer.compare(x, y));
      expect(decodeText(encodeText(a), 0)).toEqual({
        text: x.toString('utf8'),
        next: encodeText(a).length,
      });
    }),
  );
});

test('bytes keep their order and come back, zeros and ones included', () => {
  const bytes = fc.uint8Array({ max: 3 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(sign(encodeBytes(a), encodeBytes(b))).toBe(Buffer.compare(a, b));
      expect([...decodeBytes(encodeBytes(a), 0)]).toEqual([...a]);
    }),
  );
});

test('doubles are ordered from -Infinity over -0 and 0 to NaN', () => {
  const ordered = [-Infinity, -1e300, -1.5, -5e-324, -0, 0, 5e-324, 1, 1e300, Infinity, NaN];
  expect(ordered.map(encodeDouble).toSorted()).toEqual(ordered.map(encodeDouble));
  expect(new Set(ordered.map(encodeDouble)).size).toBe(ordered.length);
  for (const value of ordered) expect(decodeDouble(encodeDouble(value), 0)).toBe(value);
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      if (a !== b) expect(sign(encodeDouble(a), encodeDouble(b))).toBe(sign(a, b));
    }),
  );
});

test('no encoding is the beginning of another', () => {
  const value = fc.oneof(int64.map(encodeInteger), fc.string().map(encodeText));
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      if (a !== b) expect(encodeText(b).startsWith(encodeText(a))).toBe(false);
    }),
  );
  fc.assert(fc.property(value, (encoded) => encoded < '\xff'));
});
