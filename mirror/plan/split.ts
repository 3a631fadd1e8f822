import type { Connection } from '../rpc/connection.js';
import { ascending, type QueryMessage } from '../rpc/messages.js';
import { comparePaths, readEntityKey, readPath } from '../wire/keys.js';
import { runQuery } from './run-query.js';

/** A part of a kind, by its keys: from the first on, before the second. */
export interface KeyRange {
  from: Uint8Array | undefined;
  before: Uint8Array | undefined;
}

const keysOnly = [{ property: { name: '__key__' } }];
/** Samples for each range, so that ranges come out alike. */
const samplesPerRange = 32;
const mostByOffset = 8;
const entitiesPerOffset = 25_000;

/** Splits a kind into ranges of about as many entities each. */
export async function splitKind(
  connection: Connection,
  kind: string,
  { count, ranges }: { count: number; ranges: number },
  signal: AbortSignal,
): Promise<KeyRange[]> {
  if (ranges <= 1) return [{ from: undefined, before: undefined }];
  const scattered = await sampleScattered(connection, kind, ranges * samplesPerRange, signal);
  const bounds =
    scattered.length >= ranges
      ? pickEvenly(scattered, ranges)
      : await findByOffset(connection, kind, { count, ranges: capByOffset(count, ranges) }, signal);
  return [undefined, ...bounds].map((from, index) => ({ from, before: bounds[index] }));
}

/**
 * Google's Datastore gives about one entity in 128 a random `__scatter__`, for samples like this; emulators have none.
 * https://github.com/GoogleCloudPlatform/appengine-mapreduce/wiki/ScatterPropertyImplementation
 */
async function sampleScattered(
  connection: Connection,
  kind: string,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const query: QueryMessage = {
    kind: [{ name: kind }],
    projection: keysOnly,
    order: [{ property: { name: '__scatter__' }, direction: ascending }],
    limit: { value: limit },
  };
  const { entities } = await runQuery(connection, query, signal);
  return entities
    .map(readEntityKey)
    .map((key) => ({ key, path: readPath(key) }))
    .toSorted((a, b) => comparePaths(a.path, b.path))
    .map(({ key }) => key);
}

function pickEvenly(sorted: readonly Uint8Array[], ranges: number): Uint8Array[] {
  return Array.from(
    { length: ranges - 1 },
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / ranges)]!,
  );
}

/** An offset is paid for with all that it passes over: it is for kinds that take long in any case. */
function capByOffset(count: number, ranges: number): number {
  return Math.min(ranges, mostByOffset, Math.floor(count / entitiesPerOffset));
}

async function findByOffset(
  connection: Connection,
  kind: string,
  { count, ranges }: { count: number; ranges: number },
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const bounds: Uint8Array[] = [];
  for (let index = 1; index < ranges; index++) {
    const query: QueryMessage = {
      kind: [{ name: kind }],
      projection: keysOnly,
      order: [{ property: { name: '__key__' }, direction: ascending }],
      offset: Math.floor((index * count) / ranges),
      limit: { value: 1 },
    };
    const { entities } = await runQuery(connection, query, signal);
    // The kind has shrunk since it was counted.
    if (entities[0] === undefined) break;
    bounds.push(readEntityKey(entities[0]));
  }
  return bounds;
}
