/**
 * The protobuf messages of google.datastore.v1, as far as the redirect looks into them.
 * https://github.com/googleapis/googleapis/tree/master/google/datastore/v1
 */
export interface PartitionMessage {
  projectId?: string | null;
  databaseId?: string | null;
  namespaceId?: string | null;
}

export interface PathElementMessage {
  kind?: string | null;
  id?: unknown;
  name?: string | null;
  idType?: 'id' | 'name';
}

export interface KeyMessage {
  partitionId?: PartitionMessage | null;
  path?: PathElementMessage[] | null;
}

export interface EntityMessage {
  key?: KeyMessage | null;
  properties?: Record<string, object> | null;
}

export interface EntityResultMessage {
  entity?: EntityMessage | null;
  [field: string]: unknown;
}

export interface QueryMessage {
  kind?: ({ name?: string | null } | null)[] | null;
  offset?: number | null;
  limit?: { value?: number | null } | null;
  [field: string]: unknown;
}

export interface GqlQueryMessage {
  queryString?: string | null;
  [field: string]: unknown;
}

export interface AggregationQueryMessage {
  nestedQuery?: QueryMessage | null;
  aggregations?: AggregationMessage[] | null;
}

export interface AggregationMessage {
  alias?: string | null;
  count?: { upTo?: { value?: unknown } | null } | null;
  [field: string]: unknown;
}

export interface QueryBatchMessage {
  entityResults?: EntityResultMessage[] | null;
  moreResults?: string | number | null;
  skippedResults?: number | null;
  endCursor?: unknown;
}

/** Any request of the eight RPCs. */
export interface RequestMessage {
  projectId?: string | null;
  databaseId?: string | null;
  partitionId?: PartitionMessage | null;
  keys?: KeyMessage[] | null;
  mutations?: MutationMessage[] | null;
  query?: QueryMessage | null;
  gqlQuery?: GqlQueryMessage | null;
  aggregationQuery?: AggregationQueryMessage | null;
  transaction?: unknown;
  readOptions?: {
    transaction?: unknown;
    newTransaction?: unknown;
    [field: string]: unknown;
  } | null;
  [field: string]: unknown;
}

export interface MutationMessage {
  insert?: EntityMessage | null;
  update?: EntityMessage | null;
  upsert?: EntityMessage | null;
  delete?: KeyMessage | null;
  [field: string]: unknown;
}

/** Any response of the eight RPCs. */
export interface ResponseMessage {
  found?: EntityResultMessage[] | null;
  missing?: EntityResultMessage[] | null;
  deferred?: KeyMessage[] | null;
  batch?: (QueryBatchMessage & { aggregationResults?: AggregationResultMessage[] | null }) | null;
  transaction?: unknown;
  [field: string]: unknown;
}

export interface AggregationResultMessage {
  aggregateProperties?: Record<string, { integerValue?: unknown }> | null;
}
