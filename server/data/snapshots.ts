import { AppTestError, checkName } from '../../protocol/index.js';
import { placeOf } from './data-place.js';
import { writeDataRecord } from './data-records.js';
import { getDataState } from './data-state.js';
import { replaceData } from './replace-data.js';
import { whenDropped } from './when-dropped.js';

/** Keeps a copy of a session's data under a name, in place of an earlier one. @returns How many entities. */
export async function snapshotData(session: string, name: string): Promise<number> {
  // No name of a session or a snapshot has an underscore.
  const holder = `-${checkName('session', name)}_${session}`;
  await whenDropped(holder);
  await writeDataRecord({ holder, snapshot: { of: session, name } });
  const copied = await replaceData(placeOf(session), placeOf(holder));
  rememberSnapshot(session, name, holder);
  return copied;
}

/**
 * Puts a session's data back as they were when the snapshot was made.
 *
 * @returns How many entities.
 * @throws {AppTestError} `ACTION_NOT_FOUND` for a name of which there is no snapshot.
 */
export async function restoreData(session: string, name: string): Promise<number> {
  const holder = getDataState().snapshots.get(session)?.get(checkName('session', name));
  if (holder !== undefined) return replaceData(placeOf(holder), placeOf(session));
  throw new AppTestError({
    code: 'ACTION_NOT_FOUND',
    message: `There is no snapshot '${name}' of this session.`,
    next: 'Make one with testMode.snapshot() first.',
    status: 404,
  });
}

/** Takes over a snapshot. @param holder What takes the place of a session: none can have its name. */
export function rememberSnapshot(session: string, name: string, holder: string): void {
  const { snapshots } = getDataState();
  const known = snapshots.get(session);
  if (known === undefined) snapshots.set(session, new Map([[name, holder]]));
  else known.set(name, holder);
}

/** Forgets the snapshots of a session. @returns What held them. */
export function takeSnapshots(session: string): string[] {
  const { snapshots } = getDataState();
  const holders = [...(snapshots.get(session)?.values() ?? [])];
  snapshots.delete(session);
  return holders;
}
