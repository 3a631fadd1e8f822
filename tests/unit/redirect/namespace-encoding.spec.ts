import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  decodeNamespace,
  encodeNamespace,
  type NamespaceParts,
} from '../../../server/redirect/namespace-encoding.js';

const dotless = fc.stringMatching(/^[A-Za-z0-9_-]{0,12}$/);
const anyParts: fc.Arbitrary<NamespaceParts> = fc.record({
  namespace: fc.oneof(fc.constant(null), fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/)),
  session: fc.oneof(fc.constant(''), dotless),
  appDatabase: fc.oneof(fc.constant(''), dotless),
  appNamespace: fc.oneof(fc.constant(''), fc.stringMatching(/^[A-Za-z0-9._-]{0,40}$/)),
});

test('a namespace says exactly which parts it was made of', () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      expect(decodeNamespace(encodeNamespace(parts))).toEqual(parts);
    }),
  );
});

test('different parts never meet in one namespace', () => {
  fc.assert(
    fc.property(anyParts, anyParts, (one, other) => {
      const areSame = JSON.stringify(one) === JSON.stringify(other);
      expect(encodeNamespace(one) === encodeNamespace(other)).toBe(areSame);
    }),
  );
});

test('a string that stands for no parts is not decoded to any', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z.]{0,12}$/), (text) => {
      const parts = decodeNamespace(text);
      if (parts !== undefined) expect(encodeNamespace(parts)).toBe(text);
    }),
  );
});

test('the process session of a default app is exactly the namespace', () => {
  const plain = { session: '', appDatabase: '', appNamespace: '' };
  expect(encodeNamespace({ namespace: 'shop', ...plain })).toBe('shop');
  expect(encodeNamespace({ namespace: null, ...plain })).toBe('');
});

test('empty parts stay empty between the dots', () => {
  const parts = { namespace: null, session: '', appDatabase: '', appNamespace: 'tenant.a' };
  expect(encodeNamespace(parts)).toBe('...tenant.a');
  expect(encodeNamespace({ ...parts, namespace: 'shop', session: 'w1' })).toBe('shop.w1..tenant.a');
});

test('over 100 characters a namespace is refused with its parts', () => {
  const parts = { namespace: 'shop', session: 'w1', appDatabase: '', appNamespace: '' };
  expect(encodeNamespace({ ...parts, appNamespace: 'x'.repeat(91) })).toHaveLength(100);
  expect(() => encodeNamespace({ ...parts, appNamespace: 'x'.repeat(92) })).toThrow(
    expect.objectContaining({ code: 'NAMESPACE_TOO_LONG' }),
  );
});

for (const name of ['namespace', 'session', 'appDatabase']) {
  test(`a dot in the ${name} is refused`, () => {
    const parts = { namespace: 'shop', session: 'w1', appDatabase: 'main', appNamespace: '' };
    expect(() => encodeNamespace({ ...parts, [name]: 'a.b' })).toThrow(
      expect.objectContaining({ code: 'NAME_INVALID' }),
    );
  });
}
