import { expect, test } from '@playwright/test';
import {
  decodePath,
  describePath,
  encodePath,
  kindOf,
  parsePath,
} from '../../../datastore/keys/path.js';
import { rangeOfDescendants, contains } from '../../../datastore/query/range.js';
import { toInt64 } from '../../../datastore/values/numbers.js';
import type { KeyMessage } from '../../../datastore/wire/messages.js';

function keyOf(...path: (string | number | bigint | undefined)[]): KeyMessage {
  const elements: NonNullable<KeyMessage['path']> = [];
  for (let at = 0; at < path.length; at += 2) {
    const kind = path[at] as string;
    const id = path[at + 1];
    if (id === undefined) elements.push({ kind });
    else elements.push(typeof id === 'string' ? { kind, name: id } : { kind, id: toInt64(id) });
  }
  return { path: elements };
}

test('keys are ordered by kind, ids before names, ids numerically, parents before children', () => {
  const ordered = [
    keyOf('A', -5),
    keyOf('A', 2),
    keyOf('A', 2, 'A', 1),
    keyOf('A', 2, 'Z', 'z'),
    keyOf('A', 10),
    keyOf('A', 2n ** 62n),
    keyOf('A', 'a'),
    keyOf('A', 'a', 'B', 1),
    keyOf('A', 'a\0'),
    keyOf('A', 'ab'),
    keyOf('A', 'ä'),
    keyOf('AB', 1),
    keyOf('B', 1),
  ].map(encodePath);
  expect(ordered.toSorted()).toEqual(ordered);
});

test('a path comes back as it was', () => {
  const key = keyOf('Kind', 2n ** 60n, 'Grüße', 'a\0\x01b', 'C', -1);
  const path = encodePath(key);
  expect(encodePath({ path: decodePath(path) })).toBe(path);
  expect(describePath({ path: decodePath(path) })).toBe(
    `[Kind: ${2n ** 60n}, Grüße: a\0\x01b, C: -1]`,
  );
  expect(kindOf(path)).toBe('C');
});

test('descendants are what begins with a path, and siblings with longer names are not', () => {
  const range = rangeOfDescendants(encodePath(keyOf('A', 'a')));
  expect(contains(range, encodePath(keyOf('A', 'a')))).toBe(true);
  expect(contains(range, encodePath(keyOf('A', 'a', 'B', 1)))).toBe(true);
  expect(contains(range, encodePath(keyOf('A', 'ab')))).toBe(false);
  expect(contains(range, encodePath(keyOf('A', 1)))).toBe(false);
});

for (const [what, key, use, message] of [
  ['an empty path', keyOf(), 'read', 'Key path is empty.'],
  ['an empty kind', keyOf('', 1), 'read', 'The kind is the empty string.'],
  ['an empty name', keyOf('A', ''), 'read', 'The key path element name is the empty string.'],
  ['id 0', keyOf('A', 0), 'read', 'Key path id is invalid. Must not be zero.'],
  ['a reserved kind', keyOf('__x__', 1), 'write', 'The kind "__x__" is reserved.'],
  ['a reserved name', keyOf('A', '__x__'), 'write', 'name "__x__" is reserved.'],
  ['a long kind', keyOf('x'.repeat(1501), 1), 'read', 'The kind is longer than 1500 bytes.'],
  ['a long name', keyOf('A', 'ä'.repeat(751)), 'read', 'longer than 1500 bytes.'],
  ['a missing id', keyOf('A', undefined), 'read', 'must not be incomplete: [A: ]'],
  ['a missing id above', keyOf('A', undefined, 'B', 1), 'read', 'must not be incomplete'],
  [
    'too many elements',
    keyOf(...Array.from({ length: 202 }, () => 'A')),
    'read',
    'Cannot exceed 100 elements.',
  ],
] as const) {
  test(`${what} in a key is refused`, () => {
    expect(() => parsePath(key, use)).toThrow(message);
  });
}
