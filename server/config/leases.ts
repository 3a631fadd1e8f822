import { getRuntime } from '../runtime.js';
import { getSessionState } from '../session/state.js';
import { deleteStoredLeases, readStoredLeases, writeStoredLease } from './session-store.js';

// A lease keeps the session open for one runner. Leases form a tree by their ids: `RUN.worker` lies
// below `RUN`, and ends with it.

/** Takes over the leases that a server before this one left in the test database. */
export async function loadLeases(): Promise<void> {
  const { leases, now } = getSessionState();
  const moment = now().getTime();
  const stored = await readStoredLeases();
  const expired = stored.filter(({ expiresAt }) => expiresAt <= moment);
  for (const { id, expiresAt } of stored) {
    if (expiresAt > moment) leases.set(id, expiresAt);
  }
  await deleteStoredLeases(expired.map(({ id }) => id));
}

/** Opens a lease, or renews it. */
export async function openLease(id: string): Promise<void> {
  const { leases, now } = getSessionState();
  const expiresAt = now().getTime() + getRuntime().leaseSeconds * 1000;
  await writeStoredLease({ id, expiresAt });
  leases.set(id, expiresAt);
}

/** Ends a lease and all below it; an unknown one is no error. */
export async function releaseLease(id: string): Promise<void> {
  await dropLeases([...getSessionState().leases.keys()].filter((held) => isWithin(held, id)));
}

/** Ends every lease. */
export async function releaseAllLeases(): Promise<void> {
  await dropLeases([...getSessionState().leases.keys()]);
}

/** Ends the leases that nobody renewed. @returns How many. */
export async function dropExpiredLeases(): Promise<number> {
  const { leases, now } = getSessionState();
  const moment = now().getTime();
  const expired = [...leases].filter(([, expiresAt]) => expiresAt <= moment).map(([id]) => id);
  await dropLeases(expired);
  return expired.length;
}

/** How many leases are open at this moment. */
export function countOpenLeases(): number {
  const { leases, now } = getSessionState();
  const moment = now().getTime();
  return [...leases.values()].filter((expiresAt) => expiresAt > moment).length;
}

/** Says whether any lease is open at this moment. */
export function hasOpenLease(): boolean {
  return countOpenLeases() > 0;
}

async function dropLeases(ids: readonly string[]): Promise<void> {
  await deleteStoredLeases(ids);
  for (const id of ids) getSessionState().leases.delete(id);
}

function isWithin(id: string, ancestor: string): boolean {
  return id === ancestor || id.startsWith(`${ancestor}.`);
}
