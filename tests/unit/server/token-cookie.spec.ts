import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { readTokenCookies } from '../../../server/http/token-cookie.js';
import { digestToken, equalDigests } from '../../../server/http/token-digest.js';

const space = fc.constantFrom('', ' ', '\t', '  ');
const value = fc.string().map((text) => text.replaceAll(';', '').trim());
const other = fc
  .tuple(
    fc.constantFrom('a', 'app-test', 'xapp-test-token', 'APP-TEST-TOKEN', 'app-test-token2'),
    value,
  )
  .map(([name, text]) => `${name}=${text}`);

test('every cookie of the name is found in a header, and no other', () => {
  const ours = fc.tuple(space, value, space).map(([before, text, after]) => ({
    text,
    pair: `${before}app-test-token=${text}${after}`,
  }));
  const pairs = fc.array(
    fc.oneof(
      other.map((pair) => ({ pair, text: undefined })),
      ours,
    ),
  );
  fc.assert(
    fc.property(pairs, (list) => {
      const header = list.map(({ pair }) => pair).join(';');
      const expected = list.flatMap(({ text }) => (text === undefined ? [] : [text]));
      expect(readTokenCookies(header)).toEqual(expected);
    }),
  );
});

test('no header makes the reader throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (header) => {
      expect(Array.isArray(readTokenCookies(header))).toBe(true);
    }),
  );
  expect(readTokenCookies(undefined)).toEqual([]);
});

test('texts of any length are compared by value', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(equalDigests(digestToken(a), digestToken(b))).toBe(a === b);
      expect(equalDigests(digestToken(a), digestToken(a))).toBe(true);
    }),
  );
});
