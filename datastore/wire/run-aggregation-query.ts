import { invalidArgument } from '../errors.js';
import { parseGqlAggregation } from '../gql/parse-gql.js';
import { parsePartition } from '../keys/scope.js';
import {
  aggregate,
  checkOperands,
  parseAggregations,
  requireProperties,
} from '../query/aggregate.js';
import { findData } from '../query/find-data.js';
import { parseQuery } from '../query/parse-query.js';
import { EVERYTHING_AT_ONCE, runQuery } from '../query/run-query.js';
import { toTimestamp } from '../values/numbers.js';
import { explain } from './explain.js';
import type { Instance } from './instance.js';
import type { RunAggregationQueryRequest } from './messages.js';
import { openReading } from './reading.js';
import { readOfQuery } from './run-query.js';

const NO_MORE_RESULTS = 3;

/** Answers RunAggregationQuery. */
export function answerAggregation(instance: Instance, request: RunAggregationQueryRequest): object {
  const entry = instance.open(request);
  const { scope, codec } = entry;
  const partition = parsePartition(request.partitionId, scope);
  const message = request.gqlQuery
    ? parseGqlAggregation(request.gqlQuery, partition)
    : request.aggregationQuery;
  const { nestedQuery, aggregations: messages = [] } = message ?? {};
  if (!nestedQuery) throw invalidArgument('an aggregation query must have a nested query');
  const aggregations = parseAggregations(messages);
  checkOperands(nestedQuery.projection, aggregations);
  const query = requireProperties(parseQuery(nestedQuery, partition), aggregations);
  instance.indexes?.check(query);
  const { snapshot, begun, note } = openReading(entry, request.readOptions);
  const parsed = {
    ...(request.gqlQuery && { query: message }),
    ...(begun && { transaction: begun }),
  };
  if (request.explainOptions && !request.explainOptions.analyze) {
    return { explainMetrics: explain(query, undefined), ...parsed };
  }
  const started = performance.now();
  const data = findData(query, snapshot, codec);
  const { properties, count } = aggregate(query, aggregations, data, codec);
  note(() => {
    const { results } = runQuery(query, snapshot, codec, EVERYTHING_AT_ONCE);
    return readOfQuery(query, results, codec, EVERYTHING_AT_ONCE);
  });
  const duration = performance.now() - started;
  return {
    batch: {
      aggregationResults: [{ aggregateProperties: properties }],
      moreResults: NO_MORE_RESULTS,
      readTime: toTimestamp(snapshot.time),
    },
    ...(request.explainOptions && {
      explainMetrics: explain(query, { results: 1, scanned: count, duration }),
    }),
    ...parsed,
  };
}
