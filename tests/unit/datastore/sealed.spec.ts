import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import fc from 'fast-check';
import { seal, unseal } from '../../../datastore/persistence/sealed.js';

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));

test('a sealed value comes back as it was, under its key', () => {
  fc.assert(
    fc.property(bytes, bytes, (key, value) => {
      assert.deepEqual(unseal(key, seal(key, value)), value);
    }),
  );
});

test('a sealed value of which a bit is another one, or its key, is refused', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.nat(), fc.nat({ max: 7 }), (key, value, place, bit) => {
      const sealed = seal(key, value);
      const at = place % (key.length + sealed.length);
      if (at < key.length) key[at]! ^= 1 << bit;
      else sealed[at - key.length]! ^= 1 << bit;
      assert.throws(() => unseal(key, sealed), /a checksum is wrong/);
    }),
  );
});

test('a value that is too short to be sealed is refused', () => {
  for (const length of [0, 1, 3]) {
    assert.throws(() => unseal(Buffer.from('k'), Buffer.alloc(length)), /a checksum is wrong/);
  }
});
