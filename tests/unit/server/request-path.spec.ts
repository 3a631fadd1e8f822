import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { classifyBootstrap, isUnderContainer } from '../../../server/http/request-path.js';

const names = ['status', 'enter', 'finish'];
const exact = names.flatMap((name) => [`/_test/config/${name}`, `/json/_test/config/${name}`]);

test('exactly six paths are bootstrap endpoints', () => {
  for (const path of exact) expect(classifyBootstrap(path)).toBe(path.split('/').at(-1));
});

test('no change of a bootstrap path is one, unless it is another of the six', () => {
  const change = fc.tuple(
    fc.constantFrom(...exact),
    fc.nat({ max: 30 }),
    fc.nat({ max: 3 }),
    fc.constantFrom('', '/', '//', '%', '.', './', '../', '%2f', '\\', ';', 'A', '\0'),
  );
  fc.assert(
    fc.property(change, ([path, at, drop, insert]) => {
      const changed = path.slice(0, at) + insert + path.slice(at + drop);
      fc.pre(!exact.includes(changed));
      expect(classifyBootstrap(changed)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

test('any text is classified without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (path) => {
      expect(classifyBootstrap(path)).toBeUndefined();
      expect(typeof isUnderContainer(path)).toBe('boolean');
    }),
  );
});

test('every spelling that a router may read as /_test lies under the container', () => {
  for (const path of [
    '/_test',
    '/_test/',
    '/_test/x',
    '//_test/x',
    '/%5Ftest/x',
    '/_TEST/x',
    '/./_test/x',
  ]) {
    expect([path, isUnderContainer(path)]).toEqual([path, true]);
  }
  for (const path of ['/', '/_testing', '/test/', '/x_tests/']) {
    expect([path, isUnderContainer(path)]).toEqual([path, false]);
  }
});
