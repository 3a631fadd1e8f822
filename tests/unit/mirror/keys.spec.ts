import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { createKeyMover } from '../../../mirror/places/move-keys.js';
import { encodeMessage, findType } from '../../../mirror/rpc/schema.js';
import { comparePaths, readPath } from '../../../mirror/wire/keys.js';

const source = { host: null, projectId: 'my-shop', databaseId: '', namespaceId: '' };
const target = { host: null, projectId: 'test', databaseId: 'app-tests', namespaceId: 'mirror' };

function move(partitionId: object | undefined, from = source): unknown {
  const key = {
    ...(partitionId && { partitionId }),
    path: [{ kind: 'A', id: '9007199254740993' }],
  };
  const moved = createKeyMover(from, target)(encodeMessage('Key', key));
  const decoded = findType('Key').toObject(findType('Key').decode(moved), { longs: String }) as {
    partitionId: { projectId: string; databaseId: string; namespaceId: string };
    path: object[];
  };
  expect(decoded.path).toEqual([{ kind: 'A', id: '9007199254740993' }]);
  const { projectId, databaseId, namespaceId } = decoded.partitionId;
  expect([projectId, databaseId]).toEqual(['test', 'app-tests']);
  return namespaceId;
}

test('a key of the source’s partition moves to the target’s', () => {
  expect(move({ projectId: 'my-shop' })).toBe('mirror');
  expect(move(undefined)).toBe('mirror');
});

test('a key elsewhere moves to where a server in test mode looks for it', () => {
  expect(move({ projectId: 'my-shop', namespaceId: 'tenant.a' })).toBe('mirror...tenant.a');
  expect(move({ projectId: 'my-shop', databaseId: 'other' })).toBe('mirror..other.');
  expect(move({ projectId: 'another', namespaceId: 'x' })).toBe('mirror...x');
});

test('a key into the default namespace is not mistaken for one of a copied namespace', () => {
  const tenant = { ...source, namespaceId: 'tenant' };
  expect(move({ projectId: 'my-shop', namespaceId: 'tenant' }, tenant)).toBe('mirror');
  expect(move({ projectId: 'my-shop' }, tenant)).toBe('mirror...');
});

test('paths are ordered as Datastore orders keys', () => {
  const element = fc.record({
    kind: fc.constantFrom('A', 'B'),
    id: fc.constantFrom(0n, 1n, 2n, 10n, 2n ** 62n),
  });
  const paths = fc.array(element, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(paths, paths, (a, b) => {
      const [x, y] = [a, b].map((path) =>
        path.map(({ kind, id }) => ({ kind, id, name: id === 0n ? 'name' : '' })),
      );
      expect(Math.sign(comparePaths(x!, y!))).toBe(-Math.sign(comparePaths(y!, x!)) + 0);
    }),
  );
  const path = (kind: string, id: bigint | string): ReturnType<typeof readPath> =>
    readPath(
      encodeMessage('Key', {
        path: [typeof id === 'string' ? { kind, name: id } : { kind, id: String(id) }],
      }),
    );
  const ordered = [path('A', 2n), path('A', 10n), path('A', '1'), path('A', 'ä'), path('B', 1n)];
  expect(ordered.toReversed().toSorted(comparePaths)).toEqual(ordered);
});
