import { invalidArgument } from '../errors.js';
import { parsePartition } from '../keys/scope.js';
import { kindOf } from '../keys/path.js';
import { parseQuery } from '../query/parse-query.js';
import type { Query, Row } from '../query/query.js';
import { runQuery, type Batch, type MoreResults, type Result } from '../query/run-query.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { Read } from '../transactions/transaction.js';
import { decodeValue } from '../values/decode-value.js';
import { toTimestamp } from '../values/numbers.js';
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
  if (!request.query) throw invalidArgument('a query or a GQL query must be set');
  const query = parseQuery(request.query, partition);
  const { snapshot, begun, note } = openReading(entry, request.readOptions);
  const batch = runQuery(query, snapshot, entry.codec);
  note(() => readOfQuery(query, batch.results, entry.codec));
  return {
    batch: describeBatch(query, batch, entry.codec, snapshot.time),
    ...(begun && { transaction: begun }),
  };
}

function describeBatch(query: Query, batch: Batch, codec: EntityCodec, time: number): object {
  return {
    entityResultType: query.keysOnly
      ? RESULT_TYPE.keyOnly
      : query.projection === undefined
        ? RESULT_TYPE.full
        : RESULT_TYPE.projection,
    entityResults: batch.results.map((result) => ({
      ...toResultMessage(query, result, codec),
      cursor: batch.cursorOf(result),
    })),
    skippedResults: batch.skipped,
    ...(batch.skippedCursor && { skippedCursor: batch.skippedCursor }),
    ...(batch.endCursor && { endCursor: batch.endCursor }),
    moreResults: MORE_RESULTS[batch.moreResults],
    readTime: toTimestamp(time),
  };
}

function toResultMessage(query: Query, result: Result, codec: EntityCodec): EntityResultMessage {
  const { partition } = query;
  if (query.keysOnly) return { entity: codec.encode(result.path, partition) };
  if (query.projection !== undefined) {
    return { entity: codec.encode(result.path, partition, project(query, result)) };
  }
  return describeResult(result.entity, codec.toWire(result.entity, result.path, partition));
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
export function readOfQuery(query: Query, results: Result[], codec: EntityCodec): Read {
  return {
    isTouchedBy: ({ namespace, path }) =>
      namespace === query.partition.namespaceId &&
      (query.kind === undefined || kindOf(path) === query.kind),
    isSameIn: (now) => {
      const again = runQuery(query, now, codec).results;
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
