/*
 * The messages of google.datastore.v1 as protobufjs decodes them: 64-bit integers are Long objects, an unset field
 * reads as its default, and which member of a oneof is set shows in the own properties.
 */

/** A 64-bit integer as protobufjs hands it out. */
export interface Int64 {
  low: number;
  high: number;
  unsigned: boolean;
}

export interface PartitionIdMessage {
  projectId?: string;
  databaseId?: string;
  namespaceId?: string;
}

export interface PathElementMessage {
  kind?: string;
  id?: Int64 | number;
  name?: string;
}

export interface KeyMessage {
  partitionId?: PartitionIdMessage | null;
  path?: PathElementMessage[];
}

export interface TimestampMessage {
  seconds?: Int64 | number;
  nanos?: number;
}

export interface ValueMessage {
  nullValue?: 0;
  booleanValue?: boolean;
  integerValue?: Int64 | number;
  doubleValue?: number;
  timestampValue?: TimestampMessage | null;
  keyValue?: KeyMessage | null;
  stringValue?: string;
  blobValue?: Uint8Array;
  geoPointValue?: { latitude?: number; longitude?: number } | null;
  entityValue?: EntityMessage | null;
  arrayValue?: { values?: ValueMessage[] } | null;
  meaning?: number;
  excludeFromIndexes?: boolean;
}

export interface EntityMessage {
  key?: KeyMessage | null;
  properties?: Record<string, ValueMessage>;
}

/** The fields by which every request says whom it is for. */
export interface ScopedRequest {
  projectId: string;
  databaseId: string;
}

export interface TransactionOptionsMessage {
  readWrite?: { previousTransaction?: Uint8Array } | null;
  readOnly?: { readTime?: TimestampMessage | null } | null;
}

export interface ReadOptionsMessage {
  readConsistency?: number;
  transaction?: Uint8Array;
  newTransaction?: TransactionOptionsMessage | null;
  readTime?: TimestampMessage | null;
}

export interface PropertyMaskMessage {
  paths?: string[];
}

export interface LookupRequest extends ScopedRequest {
  readOptions?: ReadOptionsMessage | null;
  keys: KeyMessage[];
  propertyMask?: PropertyMaskMessage | null;
}

/** An entity result; the entity is handed over as bytes, because that is how it is stored. */
export interface EntityResultMessage {
  entity: Uint8Array;
  version?: Int64;
  createTime?: TimestampMessage;
  updateTime?: TimestampMessage;
  cursor?: Uint8Array;
}

export interface LookupResponse {
  found: EntityResultMessage[];
  missing: EntityResultMessage[];
  deferred: KeyMessage[];
  transaction?: Uint8Array;
  readTime: TimestampMessage;
}

export interface PropertyTransformMessage {
  property?: string;
  setToServerValue?: number;
  increment?: ValueMessage | null;
  maximum?: ValueMessage | null;
  minimum?: ValueMessage | null;
  appendMissingElements?: { values?: ValueMessage[] } | null;
  removeAllFromArray?: { values?: ValueMessage[] } | null;
}

/** A mutation; its entity is handed over as bytes, because that is how it is stored. */
export interface MutationMessage {
  insert?: Uint8Array;
  update?: Uint8Array;
  upsert?: Uint8Array;
  delete?: KeyMessage | null;
  baseVersion?: Int64 | number;
  updateTime?: TimestampMessage | null;
  conflictResolutionStrategy?: number;
  propertyMask?: PropertyMaskMessage | null;
  propertyTransforms?: PropertyTransformMessage[];
}

export interface CommitRequest extends ScopedRequest {
  mode?: number;
  transaction?: Uint8Array;
  singleUseTransaction?: TransactionOptionsMessage | null;
  mutations: MutationMessage[];
}

export interface MutationResultMessage {
  key?: KeyMessage;
  version: Int64;
  createTime?: TimestampMessage;
  updateTime?: TimestampMessage;
  conflictDetected?: boolean;
  transformResults?: ValueMessage[];
}

export interface CommitResponse {
  mutationResults: MutationResultMessage[];
  indexUpdates: number;
  commitTime?: TimestampMessage;
}

export interface PropertyReferenceMessage {
  name?: string;
}

export interface PropertyFilterMessage {
  property?: PropertyReferenceMessage | null;
  op?: number;
  value?: ValueMessage | null;
}

export interface FilterMessage {
  compositeFilter?: { op?: number; filters?: FilterMessage[] } | null;
  propertyFilter?: PropertyFilterMessage | null;
}

export interface QueryMessage {
  projection?: { property?: PropertyReferenceMessage | null }[];
  kind?: { name?: string }[];
  filter?: FilterMessage | null;
  order?: { property?: PropertyReferenceMessage | null; direction?: number }[];
  distinctOn?: PropertyReferenceMessage[];
  startCursor?: Uint8Array;
  endCursor?: Uint8Array;
  offset?: number;
  limit?: { value?: number } | null;
  findNearest?: object | null;
}

export interface GqlQueryMessage {
  queryString?: string;
  allowLiterals?: boolean;
  namedBindings?: Record<string, { value?: ValueMessage | null; cursor?: Uint8Array }>;
  positionalBindings?: { value?: ValueMessage | null; cursor?: Uint8Array }[];
}

export interface AggregationMessage {
  count?: { upTo?: { value?: Int64 | number } | null } | null;
  sum?: { property?: PropertyReferenceMessage | null } | null;
  avg?: { property?: PropertyReferenceMessage | null } | null;
  alias?: string;
}

export interface AggregationQueryMessage {
  nestedQuery?: QueryMessage | null;
  aggregations?: AggregationMessage[];
}

export interface RunQueryRequest extends ScopedRequest {
  partitionId?: PartitionIdMessage | null;
  readOptions?: ReadOptionsMessage | null;
  query?: QueryMessage | null;
  gqlQuery?: GqlQueryMessage | null;
  propertyMask?: PropertyMaskMessage | null;
  explainOptions?: { analyze?: boolean } | null;
}

export interface RunAggregationQueryRequest extends ScopedRequest {
  partitionId?: PartitionIdMessage | null;
  readOptions?: ReadOptionsMessage | null;
  aggregationQuery?: AggregationQueryMessage | null;
  gqlQuery?: GqlQueryMessage | null;
  explainOptions?: { analyze?: boolean } | null;
}

export interface BeginTransactionRequest extends ScopedRequest {
  transactionOptions?: TransactionOptionsMessage | null;
}

export interface RollbackRequest extends ScopedRequest {
  transaction: Uint8Array;
}

export interface KeysRequest extends ScopedRequest {
  keys: KeyMessage[];
}
