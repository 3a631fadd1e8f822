import { expect, test } from '@playwright/test';
import { loadSchema } from '../../../datastore/protos/schema.js';
import { findRows } from '../../../datastore/query/rows.js';
import { parseQuery } from '../../../datastore/query/parse-query.js';
import { planConjunction } from '../../../datastore/query/plan.js';
import { kindOf, encodePath } from '../../../datastore/keys/path.js';
import { Clock } from '../../../datastore/storage/clock.js';
import { Database } from '../../../datastore/storage/database.js';
import { EntityCodec } from '../../../datastore/storage/entity-codec.js';
import { IndexDemand } from '../../../datastore/storage/index-demand.js';
import type { Source } from '../../../datastore/query/source.js';
import type { NamespaceData } from '../../../datastore/storage/namespace-data.js';
import type { FilterMessage, QueryMessage } from '../../../datastore/wire/messages.js';

const partition = { projectId: 'p', databaseId: '', namespaceId: '' };
const codec = new EntityCodec(loadSchema());

/** 2000 entities of which two have a rare value. */
function fill(): NamespaceData {
  const database = new Database(new Clock(), new IndexDemand(codec));
  for (let at = 1; at <= 2000; at++) {
    const path = encodePath({ path: [{ kind: 'K', id: at }] });
    const properties = {
      common: { integerValue: 1 },
      rare: { integerValue: at % 1000 },
      n: { integerValue: at },
    };
    const write = codec.write({ properties }, partition);
    database.put('', path, write, at);
  }
  return database.snapshot().namespace('')!;
}

const data = fill();
const is = (name: string, op: number, integerValue: number): FilterMessage => ({
  propertyFilter: { property: { name }, op, value: { integerValue } },
});
const all = (...filters: FilterMessage[]): FilterMessage => ({
  compositeFilter: { op: 1, filters },
});

function plan(message: QueryMessage): Source | undefined {
  const query = parseQuery({ kind: [{ name: 'K' }], ...message }, partition);
  return planConjunction(query, query.disjuncts[0]!, data)?.source;
}

test('reads the index that holds the fewest candidates', () => {
  expect(plan({ filter: all(is('common', 5, 1), is('rare', 5, 7)) })).toMatchObject({
    property: 'rare',
    count: 2,
    isExact: true,
  });
  expect(plan({ filter: all(is('common', 5, 1), is('n', 3, 1990)) })).toMatchObject({
    property: 'n',
    count: 10,
  });
});

test('an order that an index has needs no sorting', () => {
  const order = [{ property: { name: 'n' }, direction: 2 }];
  expect(plan({ order })).toMatchObject({ property: 'n', order: 'whole', isExact: true });
  expect(plan({})).toMatchObject({ property: undefined, order: 'whole', isExact: true });
  expect(plan({ filter: is('rare', 5, 7), order })).toMatchObject({ order: 'none', count: 2 });
});

test('an equality beside a range on the same property leaves the range to be checked', () => {
  const filter = all(is('rare', 5, 7), is('rare', 3, 8));
  expect(plan({ filter })).toMatchObject({ isExact: false });
  const query = parseQuery({ kind: [{ name: 'K' }], filter }, partition);
  expect([...findRows(query, data, codec)]).toEqual([]);
});

test('a property that nothing has, or an impossible key range, is known to match nothing', () => {
  expect(plan({ filter: is('missing', 5, 1) })).toBeUndefined();
  expect(plan({ kind: [{ name: 'Missing' }] })).toBeUndefined();
});

test('the kind of a path is that of its last element', () => {
  const path = encodePath({
    path: [
      { kind: 'A', name: 'x' },
      { kind: 'B', id: 1 },
    ],
  });
  expect(kindOf(path)).toBe('B');
});
