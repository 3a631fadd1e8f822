import fc from 'fast-check';

/** One request. Where it says "PARTITION", the partition of the run belongs. */
export interface Step {
  method: 'commit' | 'lookup' | 'runQuery' | 'runAggregationQuery';
  request: Record<string, unknown>;
}

export type Scenario = Step[];

const PARTITION = 'PARTITION';
const KINDS = ['K', 'L'];
const PLAIN = ['a', 'b', 'c'];
const ARRAYS = ['t', 'u'];
const PROPERTIES = [...PLAIN, ...ARRAYS];
const FULL_QUERY = ['a', 'b', 'c', 't', 'u', '__key__'];

const element = fc.record({
  kind: fc.constantFrom(...KINDS),
  name: fc.constantFrom('x', 'y', 'z', 'x.y', 'ä', 'X'),
});
const idElement = fc.record({
  kind: fc.constantFrom(...KINDS),
  id: fc.constantFrom('1', '2', '10', '5629499534213120'),
});
const key = fc
  .array(fc.oneof(element, idElement), { minLength: 1, maxLength: 2 })
  .map((path) => ({ partitionId: PARTITION, path }));

const scalar = fc.oneof(
  fc.constant({ nullValue: 0 }),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  fc
    .constantFrom('-1', '0', '1', '2', '9007199254740993')
    .map((integerValue) => ({ integerValue })),
  fc.constantFrom(-1.5, 0, 1, 2.5, 1e300).map((doubleValue) => ({ doubleValue })),
  fc.constantFrom('', 'a', 'ab', 'b', 'ä').map((stringValue) => ({ stringValue })),
  fc.constantFrom('YQ==', '/w==').map((blobValue) => ({ blobValue })),
  fc
    .constantFrom({ seconds: '0', nanos: 1000 }, { seconds: '1', nanos: 5_999 })
    .map((timestampValue) => ({ timestampValue })),
  fc.constant({ geoPointValue: { latitude: 1, longitude: -2 } }),
  key.map((keyValue) => ({ keyValue })),
);
const array = fc.array(scalar, { maxLength: 3 }).map((values) => ({ arrayValue: { values } }));
const plainValue = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: scalar.map((value) => ({ ...value, excludeFromIndexes: true })) },
  {
    weight: 1,
    arbitrary: scalar.map((value) => ({ entityValue: { properties: { inner: value } } })),
  },
);

const entity = fc
  .tuple(
    key,
    fc.dictionary(fc.constantFrom(...PLAIN), plainValue, { maxKeys: 3 }),
    fc.dictionary(fc.constantFrom(...ARRAYS), array, { maxKeys: 1 }),
  )
  .map(([k, plain, arrays]) => ({ key: k, properties: { ...plain, ...arrays } }));

const number = fc.oneof(
  fc.constantFrom('-1', '3', '9223372036854775807').map((integerValue) => ({ integerValue })),
  fc.constantFrom(0.5, 3).map((doubleValue) => ({ doubleValue })),
);
const values = fc.array(scalar, { maxLength: 2 }).map((list) => ({ values: list }));
const transform = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('a', 'b', 'n.m'),
      fc.constantFrom('increment', 'maximum', 'minimum'),
      number,
    )
    .map(([property, operator, value]) => ({ property, [operator]: value })),
  fc
    .tuple(fc.constantFrom('appendMissingElements', 'removeAllFromArray'), values)
    .map(([operator, list]) => ({ property: 't', [operator]: list })),
);

const mutation = fc.oneof(
  { weight: 4, arbitrary: entity.map((upsert) => ({ upsert })) },
  { weight: 1, arbitrary: entity.map((insert) => ({ insert })) },
  { weight: 1, arbitrary: entity.map((update) => ({ update })) },
  { weight: 1, arbitrary: key.map((gone) => ({ delete: gone })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(entity, fc.uniqueArray(fc.constantFrom('a', 'b', 'a.inner', 't'), { maxLength: 2 }))
      .map(([upsert, paths]) => ({ upsert, propertyMask: { paths } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(entity, fc.array(transform, { minLength: 1, maxLength: 2 }))
      .map(([upsert, propertyTransforms]) => ({
        upsert,
        propertyMask: { paths: [] },
        propertyTransforms,
      })),
  },
);

const commit = fc
  .tuple(fc.array(mutation, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([mutations, isTransaction]): Step => ({
    method: 'commit',
    request: isTransaction
      ? { mutations, mode: 'TRANSACTIONAL', singleUseTransaction: { readWrite: {} } }
      : { mutations, mode: 'NON_TRANSACTIONAL' },
  }));

const lookup = fc
  .array(key, { minLength: 1, maxLength: 4 })
  .map((keys): Step => ({ method: 'lookup', request: { keys } }));

const property = fc.constantFrom(...PROPERTIES, 'a.inner').map((name) => ({ name }));
const comparison = fc.oneof(
  fc.constant('EQUAL'),
  fc.constantFrom('LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL'),
  fc.constant('NOT_EQUAL'),
);
const propertyFilter = fc.oneof(
  { weight: 5, arbitrary: fc.record({ property, op: comparison, value: scalar }) },
  {
    weight: 1,
    arbitrary: fc.record({
      property,
      op: fc.constantFrom('IN', 'NOT_IN'),
      value: fc
        .array(scalar, { minLength: 1, maxLength: 3 })
        .map((values) => ({ arrayValue: { values } })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      property: fc.constant({ name: '__key__' }),
      op: fc.constantFrom('HAS_ANCESTOR', 'EQUAL', 'GREATER_THAN', 'LESS_THAN'),
      value: key.map((keyValue) => ({ keyValue })),
    }),
  },
);
const leaf = propertyFilter.map((filter) => ({ propertyFilter: filter }));
// In an aggregation the emulator takes alternatives of which only some have an ancestor.
const alternative = leaf.filter((one) => one.propertyFilter.op !== 'HAS_ANCESTOR');
const filter = fc.oneof(
  { weight: 3, arbitrary: leaf },
  {
    weight: 2,
    arbitrary: fc
      .array(leaf, { minLength: 1, maxLength: 3 })
      .map((filters) => ({ compositeFilter: { op: 'AND', filters } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(alternative, { minLength: 2, maxLength: 3 })
      .map((filters) => ({ compositeFilter: { op: 'OR', filters } })),
  },
);
const order = fc.record({
  property: fc.constantFrom(...FULL_QUERY).map((name) => ({ name })),
  direction: fc.constantFrom('ASCENDING', 'DESCENDING'),
});
/** Groups, mostly as they may be asked for: in their own order, without an equality, now and then with their values alone. */
const groupQuery = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...PLAIN), { minLength: 1, maxLength: 2 }),
    kind: fc.constantFrom(...KINDS),
    orders: fc.array(order, { maxLength: 3 }),
    ordersOwn: fc.boolean(),
    projects: fc.boolean(),
    filter: fc.option(leaf, { freq: 2, nil: undefined }),
    limit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    offset: fc.nat({ max: 2 }),
  })
  .map(({ names, kind, orders, ordersOwn, projects, filter, limit, offset }) => {
    const distinctOn = names.map((name) => ({ name }));
    const own = distinctOn.map((property, at) => ({
      property,
      direction: orders[at]?.direction ?? 'ASCENDING',
    }));
    const others = orders.filter(({ property }) => !names.includes(property.name)).slice(0, 1);
    const built = {
      kind: [{ name: kind }],
      distinctOn,
      order: ordersOwn ? [...own, ...others] : [],
      ...(projects && { projection: distinctOn.map((property) => ({ property })) }),
      ...(filter && { filter }),
    };
    return readsArrays(built)
      ? built
      : { ...built, offset, ...(limit && { limit: { value: limit } }) };
  });
const plainQuery = fc
  .record(
    {
      kind: fc.constantFrom(...KINDS).map((name) => [{ name }]),
      filter,
      order: fc.uniqueArray(order, { maxLength: 2, selector: (o) => o.property.name }),
      projection: fc
        .uniqueArray(fc.constantFrom(...PLAIN, '__key__'), { minLength: 1, maxLength: 2 })
        .map((names) => names.map((name) => ({ property: { name } }))),
      limit: fc.integer({ min: 1, max: 3 }).map((value) => ({ value })),
      offset: fc.nat({ max: 2 }),
    },
    { requiredKeys: [] },
  )
  // Most queries project nothing.
  .chain((full) =>
    fc.nat({ max: 3 }).map((dice) => {
      const { projection, limit, offset, ...rest } = full;
      // The emulator counts repetitions, so the two sides would cut off at different places.
      const cut = readsArrays(full) ? {} : { limit, offset };
      return { ...rest, ...cut, ...(dice === 0 && { projection }) };
    }),
  );

const query = fc.oneof({ weight: 9, arbitrary: plainQuery }, { weight: 1, arbitrary: groupQuery });

const runQuery = query.map((built): Step => ({
  method: 'runQuery',
  request: { partitionId: PARTITION, query: built },
}));

const aggregation = fc.oneof(
  fc.constant({ count: {} }),
  fc.nat({ max: 2 }).map((value) => ({ count: { upTo: { value } } })),
  fc.constantFrom(...PLAIN).map((name) => ({ sum: { property: { name } } })),
  fc.constantFrom(...PLAIN).map((name) => ({ avg: { property: { name } } })),
);
const runAggregationQuery = fc
  .tuple(query, fc.array(aggregation, { minLength: 1, maxLength: 2 }))
  .map(([nestedQuery, aggregations]): Step => ({
    method: 'runAggregationQuery',
    request: { partitionId: PARTITION, aggregationQuery: { nestedQuery, aggregations } },
  }));

/** Random requests: mostly writes and queries over few keys, properties and values, so that they meet. */
export function scenario(length: number): fc.Arbitrary<Scenario> {
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: commit },
      { weight: 1, arbitrary: lookup },
      { weight: 4, arbitrary: runQuery },
      { weight: 1, arbitrary: runAggregationQuery },
    ),
    { minLength: 1, maxLength: length, size: 'max' },
  );
}

/** Whether a query reads the index of a property that may hold arrays. */
export function arrayQuery(step: Step): boolean {
  return readsArrays(step.request);
}

function readsArrays(request: object): boolean {
  const text = JSON.stringify(request);
  return ARRAYS.some((name) => text.includes(`{"name":"${name}"}`));
}

/** Whether an entity can match a query in more than one way. */
export function hasAlternatives(step: Step): boolean {
  return /"op":"(?:OR|IN|NOT_IN|NOT_EQUAL)"/.test(JSON.stringify(step.request));
}

/** Whether a property that may hold arrays has an equality and an inequality. */
export function boundsEquality(step: Step): boolean {
  const text = JSON.stringify(step.request);
  return ARRAYS.some((name) => {
    const filters = text.matchAll(new RegExp(`"property":{"name":"${name}"},"op":"(\\w+)"`, 'g'));
    const kinds = [...filters].map(([, op]) => op === 'EQUAL' || op === 'IN');
    return kinds.includes(true) && kinds.includes(false);
  });
}

/** Whether a property that may hold arrays has an equality and is sorted by. */
export function ordersEquality(step: Step): boolean {
  const text = JSON.stringify(step.request);
  return ARRAYS.some(
    (name) =>
      text.includes(`"property":{"name":"${name}"},"op":"EQUAL"`) &&
      text.includes(`"property":{"name":"${name}"},"direction"`),
  );
}
