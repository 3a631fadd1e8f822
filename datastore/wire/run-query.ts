import { DatastoreError, invalidArgument, Status } from '../errors.js';
import { parseGqlQuery } from '../gql/parse-gql.js';
import { parsePartition } from '../keys/scope.js';
import { kindOf } from '../keys/path.js';
import { parseQuery } from '../query/parse-query.js';
import type { Query, Row } from '../query/query.js';
import {
  runQuery,
  type Batch,
  type BatchLimit,
  type MoreResults,
  type Result,
} from '../query/run-query.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { Read } from '../transactions/transaction.js';
import { decodeValue } from '../values/decode-value.js';
import { PropertyMask } from '../values/property-mask.js';
import { toTimestamp } from '../values/numbers.js';
import { explain } from './explain.js';
import type { Instance } from './instance.js';
import { describeResult } from './lookup.js';
import type { EntityResultMessage, RunQueryRequest, ValueMessage } from './messages.js';
import { openReading } from './reading.js';

const RESULT_TYPE = { full: 1, projection: 2, keyOnly: 3 } as const;

const MORE_RESULTS: Record<MoreResults, number> = {
  NOT_FINISHED: 1,
  AFTER_LIMIT: 2,
  NO_MORE: 3,
  AFTER_CURSOR: 4,
};

/** Answers RunQuery with one batch. */
export function answerQuery(instance: Instance, request: RunQueryRequest): object {
  const entry = instance.open(request);
  const { scope } = entry;
  const partition = parsePartition(request.partitionId, scope);
  const message = request.gqlQuery ? parseGqlQuery(request.gqlQuery, partition) : request.query;
  if (!message) throw invalidArgument('a query or a GQL query must be set');
  if (message.findNearest) {
    throw new DatastoreError(Status.UNIMPLEMENTED, 'The embedded Datastore has no vector search.');
  }
  const query = parseQuery(message, partition);
  const mask = PropertyMask.parse(request.propertyMask);
  if (mask !== undefined && query.projection !== undefined) {
    throw invalidArgument('property masks are not allowed on projection queries');
  }
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
  const batch = runQuery(query, snapshot, entry.codec);
  note(() => readOfQuery(query, batch.results, entry.codec));
  const results = batch.results.length;
  const duration = performance.now() - started;
  return {
    batch: describeBatch(query, batch, entry.codec, snapshot.time, mask),
    ...(request.explainOptions && {
      explainMetrics: explain(query, { results, scanned: results + batch.skipped, duration }),
    }),
    ...parsed,
  };
}

function describeBatch(
  query: Query,
  batch: Batch,
  codec: EntityCodec,
  time: number,
  mask: PropertyMask | undefined,
): object {
  return {
    entityResultType: query.keysOnly
      ? RESULT_TYPE.keyOnly
      : query.projection === undefined
        ? RESULT_TYPE.full
        : RESULT_TYPE.projection,
    entityResults: batch.results.map((result) => ({
      ...toResultMessage(query, result, codec, mask),
      cursor: batch.cursorOf(result),
    })),
    skippedResults: batch.skipped,
    ...(batch.skippedCursor && { skippedCursor: batch.skippedCursor }),
    ...(batch.endCursor && { endCursor: batch.endCursor }),
    moreResults: MORE_RESULTS[batch.moreResults],
    readTime: toTimestamp(time),
  };
}

function toResultMessage(
  query: Query,
  result: Result,
  codec: EntityCodec,
  mask: PropertyMask | undefined,
): EntityResultMessage {
  const { partition } = query;
  if (query.keysOnly) return { entity: codec.encode(result.path, partition) };
  if (query.projection !== undefined) {
    return { entity: codec.encode(result.path, partition, project(query, result)) };
  }
  return describeResult(result.entity, codec.toWire(result.entity, result.path, partition, mask));
}

function project(
  { projection, components, partition }: Query,
  row: Row,
): Record<string, ValueMessage> {
  const properties: Record<string, ValueMessage> = {};
  for (const name of projection!) {
    const at = components.findIndex(({ property }) => property === name);
    properties[name] = decodeValue(row.values[at]!, partition);
  }
  return properties;
}

/** What a transaction's query found: the same entities, in the same versions, must be found at its commit. */
export function readOfQuery(
  query: Query,
  results: Result[],
  codec: EntityCodec,
  most?: BatchLimit,
): Read {
  return {
    isTouchedBy: ({ namespace, path }) =>
      namespace === query.partition.namespaceId &&
      (query.kind === undefined || path === undefined || kindOf(path) === query.kind),
    isSameIn: (now) => {
      const again = runQuery(query, now, codec, most).results;
      return (
        again.length === results.length &&
        again.every(
          ({ path, entity }, at) =>
            path === results[at]!.path && entity.updated === results[at]!.entity.updated,
        )
      );
    },
  };
}
