import type { Connection } from '../rpc/connection.js';
import { nonTransactional } from '../rpc/messages.js';
import { withRetries } from '../rpc/retry.js';
import { readEntityKey } from '../wire/keys.js';
import { mostPerCommit } from './read-pages.js';
import { reserveIds } from './reserve-ids.js';

/** Google's emulators take requests of 4 MiB, the service of 10; room is left for what surrounds the entities. */
const mostBytes = 3.5 * 1024 * 1024;

/**
 * Writes entities, and reserves the numeric ids in their keys, so that no entity that is made later takes one.
 * Doing it again changes nothing.
 */
export async function writePage(
  target: Connection,
  entities: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<void> {
  const reserved = reserveIds(target, entities, signal);
  const commits = splitBatches(entities).map((batch) => {
    const mutations = batch.map((upsert) => ({ upsert }));
    const request = { mode: nonTransactional, mutations };
    return withRetries(() => target.call('Commit', request), signal);
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
    if (bytes + entity.length > mostBytes || batches.at(-1)!.length === mostPerCommit) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(entity);
    bytes += entity.length;
  }
  return batches;
}
