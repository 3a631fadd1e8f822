import type { EntityCodec } from '../storage/entity-codec.js';
import type { Snapshot } from '../storage/snapshot.js';
import type { StoredEntity } from '../storage/stored-entity.js';
import { createCursorEncoder } from './cursor.js';
import { findData } from './find-data.js';
import type { Query, Row } from './query.js';
import { findRows } from './rows.js';

/** A result with what is stored. */
export interface Result extends Row {
  entity: StoredEntity;
}

/** Whether and why a batch may not be the end. */
export type MoreResults = 'NOT_FINISHED' | 'AFTER_LIMIT' | 'AFTER_CURSOR' | 'NO_MORE';

/** One batch of results. */
export interface Batch {
  results: Result[];
  skipped: number;
  /** After the last row that was skipped. */
  skippedCursor: Uint8Array | undefined;
  endCursor: Uint8Array | undefined;
  moreResults: MoreResults;
  cursorOf: (row: Row) => Uint8Array;
}

/** How much there may be in a batch. */
export interface BatchLimit {
  results: number;
  /** In characters of properties; the result that exceeds it is the last. */
  size: number;
}

const ONE_BATCH: BatchLimit = { results: 10_000, size: 8_000_000 };
/** No limit but the query's own. */
export const EVERYTHING_AT_ONCE: BatchLimit = { results: Infinity, size: Infinity };

/** Runs a query for one batch. */
export function runQuery(
  query: Query,
  snapshot: Snapshot,
  codec: EntityCodec,
  most = ONE_BATCH,
): Batch {
  const data = findData(query, snapshot, codec);
  const cursorOf = createCursorEncoder(query);
  const results: Result[] = [];
  let skippedRow: Row | undefined;
  let skipped = 0;
  let size = 0;
  let moreResults: MoreResults = query.end === undefined ? 'NO_MORE' : 'AFTER_CURSOR';
  if (query.limit === 0) moreResults = 'AFTER_LIMIT';
  for (const row of data === undefined ? [] : findRows(query, data, codec)) {
    if (skipped < query.offset) {
      skipped++;
      skippedRow = row;
      continue;
    }
    if (results.length === query.limit) {
      moreResults = 'AFTER_LIMIT';
      break;
    }
    if (size > most.size || results.length === most.results) {
      moreResults = 'NOT_FINISHED';
      break;
    }
    const entity = data!.entities.get(row.path)!;
    size += query.keysOnly ? row.path.length : entity.properties.length;
    results.push({ path: row.path, values: row.values, entity });
  }
  const last = results.at(-1) ?? skippedRow;
  return {
    results,
    skipped,
    skippedCursor: skippedRow && cursorOf(skippedRow),
    // Whoever continues where nothing followed stands where they stood.
    endCursor: last === undefined ? query.startCursor : cursorOf(last),
    moreResults,
    cursorOf,
  };
}
