import type { MethodName } from '../protos/schema.js';
import { commit } from './commit.js';
import { allocateIds, reserveIds } from './ids.js';
import type { Instance } from './instance.js';
import { lookup } from './lookup.js';
import type {
  BeginTransactionRequest,
  CommitRequest,
  KeysRequest,
  LookupRequest,
  RollbackRequest,
  RunAggregationQueryRequest,
  RunQueryRequest,
} from './messages.js';
import { beginTransaction } from './reading.js';
import { answerAggregation } from './run-aggregation-query.js';
import { answerQuery } from './run-query.js';

type Method = (instance: Instance, request: never) => object;

/** The methods of the service. */
export const methods = {
  Lookup: (instance: Instance, request: LookupRequest) => lookup(instance, request),
  RunQuery: (instance: Instance, request: RunQueryRequest) => answerQuery(instance, request),
  RunAggregationQuery: (instance: Instance, request: RunAggregationQueryRequest) =>
    answerAggregation(instance, request),
  BeginTransaction: (instance: Instance, request: BeginTransactionRequest) => ({
    transaction: beginTransaction(instance.open(request), request.transactionOptions).id,
  }),
  Commit: (instance: Instance, request: CommitRequest) => commit(instance, request),
  Rollback: (instance: Instance, request: RollbackRequest) => {
    instance.open(request).transactions.end(request.transaction);
    return {};
  },
  AllocateIds: (instance: Instance, request: KeysRequest) => allocateIds(instance, request),
  ReserveIds: (instance: Instance, request: KeysRequest) => reserveIds(instance, request),
} satisfies Record<MethodName, Method>;
