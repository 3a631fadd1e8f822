import { getRuntime } from '../runtime.js';
import { getSessionState, type SessionRecord } from '../session/state.js';
import { deleteStoredLeases, readStoredLeases, type StoredLease } from './session-store.js';

// A lease keeps a session open for one runner. Leases form a tree by their ids: `RUN.worker` lies below `RUN`, and ends
// with it.

/**
 * Takes over the leases that a server before this one left in the test database.
 *
 * @param graceSeconds How long those last at least, which nobody could renew while there was no server.
 */
export async function loadLeases(record: SessionRecord, graceSeconds = 0): Promise<void> {
  const moment = readClock();
  const stored = await readStoredLeases(record.name);
  const least = moment + graceSeconds * 1000;
  const expired = stored.filter(({ expiresAt }) => Math.max(expiresAt, least) <= moment);
  for (const { id, expiresAt } of stored) {
    const end = Math.max(expiresAt, least);
    if (end > moment) record.leases.set(id, end);
  }
  await deleteStoredLeases(
    record.name,
    expired.map(({ id }) => id),
  );
}

/** A lease as it is opened or renewed now. */
export function createLease(id: string): StoredLease {
  return { id, expiresAt: readClock() + getRuntime().leaseSeconds * 1000 };
}

/** Ends a lease and all below it; an unknown one is no error. */
export async function releaseLease(record: SessionRecord, id: string): Promise<void> {
  await dropLeases(
    record,
    [...record.leases.keys()].filter((held) => isWithin(held, id)),
  );
}

/** Whether a session is held by a lease below this one, which need not be its own. */
export function hasLeaseBelow(record: SessionRecord, id: string): boolean {
  return [...record.leases.keys()].some((held) => held !== id && isWithin(held, id));
}

/** Ends every lease of a session. */
export async function releaseAllLeases(record: SessionRecord): Promise<void> {
  await dropLeases(record, [...record.leases.keys()]);
}

/**
 * Ends the leases that nobody renewed.
 *
 * @returns How many.
 */
export async function dropExpiredLeases(record: SessionRecord): Promise<number> {
  const moment = readClock();
  const expired = [...record.leases].filter(([, end]) => end <= moment).map(([id]) => id);
  await dropLeases(record, expired);
  return expired.length;
}

/** How many leases of a session are open at this moment. */
export function countOpenLeases(record: SessionRecord): number {
  const moment = readClock();
  return [...record.leases.values()].filter((expiresAt) => expiresAt > moment).length;
}

async function dropLeases(record: SessionRecord, ids: readonly string[]): Promise<void> {
  await deleteStoredLeases(record.name, ids);
  for (const id of ids) record.leases.delete(id);
}

function isWithin(id: string, ancestor: string): boolean {
  return id === ancestor || id.startsWith(`${ancestor}.`);
}

function readClock(): number {
  return getSessionState().now().getTime();
}
