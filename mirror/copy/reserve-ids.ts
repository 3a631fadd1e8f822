import { status } from '@grpc/grpc-js';
import type { Connection } from '../rpc/connection.js';
import { mostPerRequest } from '../rpc/limits.js';
import { withRetries } from '../rpc/retry.js';
import { type Ancestor, listLineage, readEntityKey } from '../wire/keys.js';

/** Ids are given below it; the Firestore emulator fails when it is to reserve a key with another. */
const endOfGivenIds = 2n ** 52n + 2n ** 51n;

/** Keeps the numeric ids in the keys of entities from being given to new ones. */
export async function reserveIds(
  target: Connection,
  entities: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<void> {
  const keys = new Map<string, Ancestor>();
  for (const entity of entities) {
    // A parent that has no entity of its own is taken too: a new one of that id would adopt its children.
    for (const found of listLineage(readEntityKey(entity))) {
      if (found.isNumeric) keys.set(Buffer.from(found.key).toString('latin1'), found);
    }
  }
  const all = [...keys.values()];
  for (let at = 0; at < all.length; at += mostPerRequest) {
    await reserve(target, all.slice(at, at + mostPerRequest), signal);
  }
}

async function reserve(
  target: Connection,
  keys: readonly Ancestor[],
  signal: AbortSignal,
): Promise<void> {
  const request = { keys: keys.map(({ key }) => key) };
  try {
    await withRetries(() => target.call('ReserveIds', request), signal);
  } catch (error) {
    const smaller = keys.filter(({ largestId }) => largestId < endOfGivenIds);
    const isTooLarge = (error as { code?: unknown }).code === status.UNKNOWN;
    if (!isTooLarge || smaller.length === keys.length) throw error;
    if (smaller.length > 0) await reserve(target, smaller, signal);
  }
}
