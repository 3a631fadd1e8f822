import type { LimitFunction } from 'p-limit';
import type { Connection } from '../rpc/connection.js';
import { mostBytesPerRequest, mostPerRequest } from '../rpc/limits.js';
import { nonTransactional } from '../rpc/messages.js';
import { withRetries } from '../rpc/retry.js';
import { readEntityKey } from '../wire/keys.js';
import { reserveIds } from './reserve-ids.js';

/**
 * Writes entities, and reserves the numeric ids in their keys, so that no entity that is made later takes one.
 * Doing it again changes nothing.
 */
export async function writePage(
  target: Connection,
  entities: readonly Uint8Array[],
  commitLimit: LimitFunction,
  signal: AbortSignal,
): Promise<void> {
  const reserved = reserveIds(target, entities, signal);
  const commits = splitBatches(entities).map((batch) => {
    const mutations = batch.map((upsert) => ({ upsert }));
    const request = { mode: nonTransactional, mutations };
    return commitLimit(() => withRetries(() => target.call('Commit', request), signal));
  });
  await Promise.all([reserved, ...commits]);
}

function splitBatches(entities: readonly Uint8Array[]): Uint8Array[][] {
  // A Datastore that answers one entity twice (the Firestore emulator does, over arrays) must not have it refused.
  const unique = new Map(
    entities.map((entity) => [Buffer.from(readEntityKey(entity)).toString('latin1'), entity]),
  );
  const batches: Uint8Array[][] = [];
  let bytes = Infinity;
  for (const entity of unique.values()) {
    if (bytes + entity.length > mostBytesPerRequest || batches.at(-1)!.length === mostPerRequest) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(entity);
    bytes += entity.length;
  }
  return batches;
}
