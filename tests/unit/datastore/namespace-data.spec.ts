import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { encodeElement } from '../../../datastore/keys/path.js';
import { IndexDemand } from '../../../datastore/storage/index-demand.js';
import { NamespaceData } from '../../../datastore/storage/namespace-data.js';
import type { StoredEntity } from '../../../datastore/storage/stored-entity.js';

const lettersOf = (letters: string): string[] => letters.split('');

/** Entities here have an index `own`, of their properties' letters, and one `all`, in which each has the same value. */
const reader = {
  readIndexValues: ({ properties }: StoredEntity, property: string) =>
    property === 'own' ? lettersOf(properties) : ['v'],
  listIndexValues: ({ properties }: StoredEntity) =>
    new Map([
      ['own', lettersOf(properties)],
      ['all', ['v']],
    ]),
};

function makeEntity(letters: string): StoredEntity {
  return { properties: letters, hasOwnKeys: false, hasNested: false, updated: 1, created: 1 };
}

function pathOf(name: string): string {
  return encodeElement({ kind: 'K', name });
}

function create(): NamespaceData {
  return new NamespaceData({}, new IndexDemand(reader));
}

type Model = Map<string, string>;

function listEntries(model: Model): string[] {
  return [...model]
    .flatMap(([name, letters]) => lettersOf(letters).map((value) => value + pathOf(name)))
    .toSorted();
}

function readEntries(data: NamespaceData): string[] {
  return [...(data.index('K', 'own')?.entries.range('', '\xff') ?? [])].map(([entry]) => entry);
}

const name = fc.constantFrom('p', 'q', 'r', 's');
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('put' as const),
      name,
      letters: fc
        .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 })
        .map((letters) => letters.join('')),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('remove' as const), name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('copy' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('share' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('complete' as const) }) },
);

test('whenever it is read, an index holds what was put in and not taken out, and copies stay as they were', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      let data = create();
      const model: Model = new Map();
      const copies: [NamespaceData, string[]][] = [];
      for (const one of steps) {
        if (one.type === 'put') {
          data.replace(pathOf(one.name), makeEntity(one.letters));
          model.set(one.name, one.letters);
        } else if (one.type === 'remove') {
          data.replace(pathOf(one.name), undefined);
          model.delete(one.name);
        } else if (one.type === 'complete') {
          const found = data.indexes('K').get('own');
          assert.equal(found?.entries.size ?? 0, listEntries(model).length);
        } else if (one.type === 'read') assert.deepEqual(readEntries(data), listEntries(model));
        else {
          if (one.type === 'share') data.buildIndexes();
          copies.push([data, listEntries(model)]);
          data = data.copy({});
        }
      }
      assert.deepEqual(readEntries(data), listEntries(model));
      const repeated = [...model.values()].reduce((sum, letters) => sum + letters.length - 1, 0);
      const empty = [...model.values()].filter((letters) => letters === '').length;
      assert.equal(data.index('K', 'own')?.repeated ?? 0, repeated + empty);
      for (const [copy, entries] of copies) assert.deepEqual(readEntries(copy), entries);
    }),
    { numRuns: 500 },
  );
});

test('an index of many entities is as right when they came before it as when they came after', () => {
  const names = Array.from({ length: 20_000 }, (_, at) =>
    `${(at * 7919) % 20_000}`.padStart(5, '0'),
  );
  const before = create();
  const complete = create();
  const after = create();
  after.replace(pathOf('z'), makeEntity(''));
  after.index('K', 'all');
  for (const data of [before, complete, after]) {
    for (const one of names) data.replace(pathOf(one), makeEntity(one));
    if (data === complete) expect(data.indexes('K').get('all')!.entries.size).toBe(20_000);
    for (const one of names.slice(0, 19_000)) data.replace(pathOf(one), undefined);
    for (const one of names.slice(0, 10)) data.replace(pathOf(one), makeEntity(one));
  }
  for (const data of [before, complete]) data.replace(pathOf('z'), makeEntity(''));
  const left = [...names.slice(0, 10), ...names.slice(19_000), 'z'].toSorted();
  for (const data of [before, complete, after]) {
    const { entries } = data.index('K', 'all')!;
    expect([...entries.range('', '\xff')].map(([entry]) => entry)).toEqual(
      left.map((one) => `v${pathOf(one)}`),
    );
    expect(entries.rank(`v${pathOf(left[100]!)}`)).toBe(100);
  }
});

/** A namespace of three entities, and what was read of them for indexes since one last looked. */
function createCounted(): { data: NamespaceData; reads: () => string[] } {
  const read: string[] = [];
  const counting = {
    readIndexValues: (entity: StoredEntity, property: string) => {
      read.push(property);
      return reader.readIndexValues(entity, property);
    },
    listIndexValues: (entity: StoredEntity) => {
      read.push('all of them');
      return reader.listIndexValues(entity);
    },
  };
  const data = new NamespaceData({}, new IndexDemand(counting));
  for (const one of ['a', 'b', 'c']) data.replace(pathOf(one), makeEntity(one));
  return { data, reads: () => read.splice(0) };
}

test('a copy shares what was asked for of another one', () => {
  const { data, reads } = createCounted();
  data.copy({}).index('K', 'own');
  expect(reads()).toHaveLength(3);
  for (let at = 0; at < 2; at++) {
    data.buildIndexes();
    const copy = data.copy({});
    copy.replace(pathOf('d'), makeEntity('d'));
    expect(copy.index('K', 'own')!.entries.size).toBe(4);
  }
  expect(reads()).toEqual(['own', 'own']);
});

test('what is asked for of old versions alone is read once, not once for each of them', () => {
  const { data, reads } = createCounted();
  let present = data;
  for (let at = 0; at < 5; at++) {
    const old = present;
    present = old.copy({});
    present.replace(pathOf('d'), makeEntity(at % 2 === 0 ? 'x' : 'y'));
    expect(old.index('K', 'own')!.entries.size).toBe(at === 0 ? 3 : 4);
  }
  // Three of the first version, four of the second; then what was changed, as it was and as it is.
  expect(reads()).toHaveLength(3 + 4 + 3 * 2);
});

test('however many properties are asked for, entities are read a few times at most', () => {
  const { data, reads } = createCounted();
  for (let at = 0; at < 200; at++) data.index('K', `p${at}`);
  expect(data.index('K', 'own')!.entries.size).toBe(3);
  expect(reads()).toHaveLength(16 * 3 + 3);
  data.replace(pathOf('a'), makeEntity('z'));
  expect(data.index('K', 'own')!.entries.has(`z${pathOf('a')}`)).toBe(true);
  expect(reads()).toEqual(['all of them', 'all of them']);
  expect(data.index('K', 'p200')).toBeUndefined();
});
