import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { encodePath } from '../../../datastore/keys/path.js';
import { loadSchema } from '../../../datastore/protos/schema.js';
import { compareRows } from '../../../datastore/query/compare-rows.js';
import { EntityValues } from '../../../datastore/query/entity-values.js';
import { placeEntity } from '../../../datastore/query/match.js';
import { parseQuery } from '../../../datastore/query/parse-query.js';
import { planConjunction } from '../../../datastore/query/plan.js';
import { isPerValue, type Query, type Row } from '../../../datastore/query/query.js';
import { findRows } from '../../../datastore/query/rows.js';
import { Meter, walk } from '../../../datastore/query/walk.js';
import { Clock } from '../../../datastore/storage/clock.js';
import { Database } from '../../../datastore/storage/database.js';
import { EntityCodec } from '../../../datastore/storage/entity-codec.js';
import { IndexDemand } from '../../../datastore/storage/index-demand.js';
import type { NamespaceData } from '../../../datastore/storage/namespace-data.js';
import type {
  EntityMessage,
  FilterMessage,
  QueryMessage,
  ValueMessage,
} from '../../../datastore/wire/messages.js';

const partition = { projectId: 'p', databaseId: '', namespaceId: '' };
const codec = new EntityCodec(loadSchema());
const integer = (integerValue: number): ValueMessage => ({ integerValue });
const list = (...values: number[]): ValueMessage => ({
  arrayValue: { values: values.map(integer) },
});

function fill(count: number, describe: (at: number) => EntityMessage['properties']): NamespaceData {
  const database = new Database(new Clock(), new IndexDemand(codec));
  for (let at = 0; at < count; at++) {
    const parent = { kind: 'P', id: 1 + (at % 3) };
    const path = encodePath({ path: [parent, { kind: 'K', id: at + 1 }] });
    const write = codec.write({ properties: describe(at)! }, partition);
    database.put('', path, write, at + 1);
  }
  return database.snapshot().namespace('')!;
}

// Scattered, but the same in every run.
const scatter = (at: number, salt: number, below: number): number =>
  ((at * 2_654_435_761 + salt * 40_503) >>> 7) % below;
const data = fill(150, (at) => ({
  a: integer(scatter(at, 1, 3)),
  b: integer(scatter(at, 2, 40)),
  c: at % 11 === 0 ? list() : integer(scatter(at, 3, 5)),
  t: at % 4 === 0 ? list(scatter(at, 4, 6), scatter(at, 5, 6)) : integer(scatter(at, 6, 6)),
}));

const NAMES = ['a', 'b', 'c', 't'];
const name = fc.constantFrom(...NAMES);
const comparison = fc
  .tuple(name, fc.constantFrom(1, 2, 3, 4, 5, 5, 5, 9), fc.nat({ max: 6 }))
  .map(([property, op, value]) => is(property, op, integer(value)));
const anyOf = fc
  .tuple(name, fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1, maxLength: 3 }))
  .map(([property, values]) => is(property, 6, list(...values)));
const ancestor = fc
  .integer({ min: 1, max: 3 })
  .map((id) => is('__key__', 11, { keyValue: { path: [{ kind: 'P', id }] } }));
const order = fc
  .tuple(fc.constantFrom(...NAMES, '__key__'), fc.constantFrom(1, 2))
  .map(([property, direction]) => ({ property: { name: property }, direction }));
const query = fc
  .record({
    filters: fc.array(
      fc.oneof({ weight: 6, arbitrary: comparison }, anyOf, { weight: 2, arbitrary: ancestor }),
      { maxLength: 3 },
    ),
    order: fc.uniqueArray(order, { maxLength: 3, selector: ({ property }) => property.name }),
    limit: fc.option(fc.integer({ min: 1, max: 60 })),
    projection: fc.option(fc.uniqueArray(name, { minLength: 1, maxLength: 2 }), { freq: 4 }),
  })
  .map(({ filters, order, limit, projection }): QueryMessage => ({
    kind: [{ name: 'K' }],
    ...(filters.length > 0 && { filter: all(...filters) }),
    order,
    ...(limit !== null && { limit: { value: limit } }),
    ...(projection && { projection: projection.map((one) => ({ property: { name: one } })) }),
  }));

test('however a query is planned, it finds what looking at every entity finds', () => {
  let compared = 0;
  fc.assert(
    fc.property(query, fc.nat({ max: 80 }), (message, from) => {
      const parsed = tryParse(message);
      if (parsed === undefined) return;
      const expected = lookAtAll(parsed);
      const wanted = parsed.limit ?? Infinity;
      assert.deepEqual([...take(findRows(parsed, data, codec), wanted)], expected.slice(0, wanted));
      // From a cursor in the middle the rest follows.
      const at = Math.min(from, expected.length - 1);
      if (at < 0) return;
      const start = { ...expected[at]!, isBefore: false };
      const rest = findRows({ ...parsed, start }, data, codec);
      assert.deepEqual([...take(rest, wanted)], expected.slice(at + 1).slice(0, wanted));
      compared++;
    }),
    { numRuns: Number(process.env.ROWS_RUNS ?? 500), seed: 20_261_121 },
  );
  expect(compared).toBeGreaterThan(200);
});

test('two equalities that seldom meet are read in steps, not entry by entry', () => {
  // Every entity has one of the two; ten in the middle have both.
  const many = fill(5000, (at) => ({
    ...(at < 2505 && { a: integer(1) }),
    ...(at >= 2495 && { b: integer(1) }),
  }));
  const parsed = parseQuery(
    { kind: [{ name: 'K' }], filter: all(is('a', 5, integer(1)), is('b', 5, integer(1))) },
    partition,
  );
  const { source } = planConjunction(parsed, parsed.disjuncts[0]!, many)!;
  const meter = new Meter();
  const found = [...walk(source, meter)];
  expect(found).toHaveLength(10);
  expect(meter.entries).toBeLessThan(100);
});

test('an order and a limit read no further than they must, unless the results come late', () => {
  const many = fill(5000, (at) => ({
    a: integer(at % 2),
    late: integer(at < 4900 ? 0 : 1),
    n: integer(at),
  }));
  const read = (property: string, limit: number): number => {
    const parsed = parseQuery(
      {
        kind: [{ name: 'K' }],
        filter: is(property, 5, integer(1)),
        order: [{ property: { name: 'n' }, direction: 1 }],
        limit: { value: limit },
      },
      partition,
    );
    const plan = planConjunction(parsed, parsed.disjuncts[0]!, many)!;
    expect([...take(findRows(parsed, many, codec), limit)]).toHaveLength(limit);
    return plan.source.property === 'n' ? limit / 0.5 : plan.source.count;
  };
  expect(read('a', 10)).toBe(20);
  expect(read('late', 100)).toBe(100);
});

function is(property: string, op: number, value: ValueMessage): FilterMessage {
  return { propertyFilter: { property: { name: property }, op, value } };
}

function all(...filters: FilterMessage[]): FilterMessage {
  return { compositeFilter: { op: 1, filters } };
}

/** Undefined: Datastore refuses such a query. */
function tryParse(message: QueryMessage): Query | undefined {
  try {
    return parseQuery(message, partition);
  } catch {
    return undefined;
  }
}

function lookAtAll(parsed: Query): Row[] {
  const rows = new Map<string, Row>();
  for (const conjunction of parsed.disjuncts) {
    for (const [path, entity] of data.entities.range(conjunction.keys.from, conjunction.keys.to)) {
      const values = new EntityValues(codec, entity);
      for (const place of placeEntity(parsed, conjunction, values)) {
        const row = { path, values: place };
        const identity = isPerValue(parsed) ? place.join('') + path : path;
        const known = rows.get(identity);
        if (known === undefined || compareRows(parsed, row, known) < 0) rows.set(identity, row);
      }
    }
  }
  return [...rows.values()].toSorted((a, b) => compareRows(parsed, a, b));
}

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= count) return;
    yield item;
    if (taken >= count) return;
  }
}
