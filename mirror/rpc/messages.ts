/** The messages of google.datastore.v1 as the mirror uses them: entities and keys are bytes. */
export interface PartitionMessage {
  projectId?: string;
  databaseId?: string;
  namespaceId?: string;
}

export type FilterMessage =
  | { propertyFilter: { property: { name: string }; op: number; value: object } }
  | { compositeFilter: { op: number; filters: FilterMessage[] } };

export interface QueryMessage {
  kind?: { name: string }[];
  filter?: FilterMessage;
  order?: { property: { name: string }; direction: number }[];
  projection?: { property: { name: string } }[];
  limit?: { value: number };
  offset?: number;
  startCursor?: Uint8Array;
}

export interface BatchMessage {
  entityResults: { entity: Uint8Array }[];
  endCursor?: Uint8Array;
  skippedResults: number;
  moreResults: number;
}

/** What each RPC takes beside project and database, which the connection adds. */
export interface RpcRequests {
  Lookup: { keys: Uint8Array[] };
  RunQuery: { partitionId: PartitionMessage; query: QueryMessage };
  RunAggregationQuery: { partitionId: PartitionMessage; aggregationQuery: object };
  BeginTransaction: object;
  Commit: { mode: number; mutations: { upsert: Uint8Array }[] };
  Rollback: object;
  AllocateIds: object;
  ReserveIds: { keys: Uint8Array[] };
}

/** What each RPC answers. */
export interface RpcResponses {
  Lookup: {
    found: { entity: Uint8Array }[];
    missing: { entity: Uint8Array }[];
    deferred: Uint8Array[];
  };
  RunQuery: { batch: BatchMessage };
  RunAggregationQuery: {
    batch: {
      aggregationResults: { aggregateProperties: Record<string, { integerValue: unknown }> }[];
    };
  };
  BeginTransaction: object;
  Commit: object;
  Rollback: object;
  AllocateIds: object;
  ReserveIds: object;
}

/** Numbers that stand for names in the protos. */
export const op = {
  and: 1,
  lessThan: 1,
  lessThanOrEqual: 2,
  greaterThan: 3,
  greaterThanOrEqual: 4,
  equal: 5,
  hasAncestor: 11,
} as const;

export const ascending = 1;
export const notFinished = 1;
export const nonTransactional = 2;
