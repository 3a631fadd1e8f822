import { DatastoreError, invalidArgument, Status } from '../errors.js';
import { parsePartition } from '../keys/scope.js';
import { countRows, findRows } from '../query/rows.js';
import { parseQuery } from '../query/parse-query.js';
import type { Query } from '../query/query.js';
import { runQuery } from '../query/run-query.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { Snapshot } from '../storage/snapshot.js';
import { toBigInt, toInt64, toTimestamp } from '../values/numbers.js';
import type { Instance } from './instance.js';
import type { AggregationMessage, RunAggregationQueryRequest, ValueMessage } from './messages.js';
import { openReading } from './reading.js';
import { readOfQuery } from './run-query.js';

const MAX_AGGREGATIONS = 5;
const NO_MORE_RESULTS = 3;

/** Answers RunAggregationQuery. */
export function answerAggregation(instance: Instance, request: RunAggregationQueryRequest): object {
  const entry = instance.open(request);
  const { scope } = entry;
  const partition = parsePartition(request.partitionId, scope);
  const { nestedQuery, aggregations = [] } = request.aggregationQuery ?? {};
  if (!nestedQuery) throw invalidArgument('an aggregation query must have a nested query');
  checkAggregations(aggregations);
  const query = parseQuery(nestedQuery, partition);
  const { snapshot, begun, note } = openReading(entry, request.readOptions);
  const aggregateProperties = aggregate(query, aggregations, snapshot, entry.codec);
  note(() => readOfQuery(query, runQuery(query, snapshot, entry.codec).results, entry.codec));
  return {
    batch: {
      aggregationResults: [{ aggregateProperties }],
      moreResults: NO_MORE_RESULTS,
      readTime: toTimestamp(snapshot.time),
    },
    ...(begun && { transaction: begun }),
  };
}

function checkAggregations(aggregations: AggregationMessage[]): void {
  if (aggregations.length === 0) throw invalidArgument('at least one aggregation is required');
  if (aggregations.length > MAX_AGGREGATIONS) {
    throw invalidArgument(`maximum number of aggregations is ${MAX_AGGREGATIONS}`);
  }
}

function aggregate(
  query: Query,
  aggregations: AggregationMessage[],
  snapshot: Snapshot,
  codec: EntityCodec,
): Record<string, ValueMessage> {
  const properties: Record<string, ValueMessage> = {};
  let unnamed = 0;
  for (const aggregation of aggregations) {
    const alias = aggregation.alias || `property_${++unnamed}`;
    if (Object.hasOwn(properties, alias)) {
      throw invalidArgument(`aggregation aliases must be unique: ${alias}`);
    }
    if (!aggregation.count)
      throw new DatastoreError(Status.UNIMPLEMENTED, 'Only count is supported.');
    const upTo = aggregation.count.upTo ? toBigInt(aggregation.count.upTo.value) : undefined;
    const count = countResults(query, snapshot, codec);
    const capped = upTo !== undefined && upTo < BigInt(count) ? upTo : count;
    properties[alias] = { integerValue: toInt64(capped) };
  }
  return properties;
}

function countResults(query: Query, snapshot: Snapshot, codec: EntityCodec): number {
  const data = snapshot.namespace(query.partition.namespaceId);
  if (data === undefined) return 0;
  let count = countRows(query, data);
  if (count === undefined) {
    count = 0;
    for (const _row of findRows(query, data, codec)) count++;
  }
  return Math.min(Math.max(0, count - query.offset), query.limit ?? Infinity);
}
