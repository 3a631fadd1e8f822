/**
 * Where keys are in the messages of google.datastore.v1: for each message the fields that lead to one.
 * `properties` and `namedBindings` are maps, so names chosen by the app are never taken for fields.
 * https://github.com/googleapis/googleapis/tree/master/google/datastore/v1
 */
export const messageSchema = {
  LookupRequest: { keys: ['list', 'Key'] },
  RunQueryRequest: { query: ['one', 'Query'], gqlQuery: ['one', 'GqlQuery'] },
  RunAggregationQueryRequest: {
    aggregationQuery: ['one', 'AggregationQuery'],
    gqlQuery: ['one', 'GqlQuery'],
  },
  CommitRequest: { mutations: ['list', 'Mutation'] },
  AllocateIdsRequest: { keys: ['list', 'Key'] },
  ReserveIdsRequest: { keys: ['list', 'Key'] },

  LookupResponse: {
    found: ['list', 'EntityResult'],
    missing: ['list', 'EntityResult'],
    deferred: ['list', 'Key'],
  },
  RunQueryResponse: { batch: ['one', 'QueryResultBatch'], query: ['one', 'Query'] },
  RunAggregationQueryResponse: {
    batch: ['one', 'AggregationResultBatch'],
    query: ['one', 'AggregationQuery'],
  },
  CommitResponse: { mutationResults: ['list', 'MutationResult'] },
  AllocateIdsResponse: { keys: ['list', 'Key'] },

  Mutation: {
    insert: ['one', 'Entity'],
    update: ['one', 'Entity'],
    upsert: ['one', 'Entity'],
    delete: ['one', 'Key'],
    propertyTransforms: ['list', 'PropertyTransform'],
  },
  PropertyTransform: {
    increment: ['one', 'Value'],
    maximum: ['one', 'Value'],
    minimum: ['one', 'Value'],
    appendMissingElements: ['one', 'ArrayValue'],
    removeAllFromArray: ['one', 'ArrayValue'],
  },
  MutationResult: { key: ['one', 'Key'], transformResults: ['list', 'Value'] },
  Entity: { key: ['one', 'Key'], properties: ['map', 'Value'] },
  EntityResult: { entity: ['one', 'Entity'] },
  Value: {
    keyValue: ['one', 'Key'],
    entityValue: ['one', 'Entity'],
    arrayValue: ['one', 'ArrayValue'],
  },
  ArrayValue: { values: ['list', 'Value'] },
  Query: { filter: ['one', 'Filter'], findNearest: ['one', 'FindNearest'] },
  Filter: {
    compositeFilter: ['one', 'CompositeFilter'],
    propertyFilter: ['one', 'PropertyFilter'],
  },
  CompositeFilter: { filters: ['list', 'Filter'] },
  PropertyFilter: { value: ['one', 'Value'] },
  FindNearest: { queryVector: ['one', 'Value'] },
  GqlQuery: {
    namedBindings: ['map', 'GqlQueryParameter'],
    positionalBindings: ['list', 'GqlQueryParameter'],
  },
  GqlQueryParameter: { value: ['one', 'Value'] },
  AggregationQuery: { nestedQuery: ['one', 'Query'] },
  QueryResultBatch: { entityResults: ['list', 'EntityResult'] },
  AggregationResultBatch: { aggregationResults: ['list', 'AggregationResult'] },
  AggregationResult: { aggregateProperties: ['map', 'Value'] },
} as const satisfies Record<string, MessageFields>;

/** The name of a message that leads to keys. */
export type MessageName = keyof typeof messageSchema;

/** How a field holds its messages, and which they are. */
export type MessageField = readonly ['one' | 'list' | 'map', string];

type MessageFields = Record<string, MessageField>;
