import { AppTestError, bootstrapPath } from '../../protocol/index.js';
import { checkConsistency } from '../consistency.js';
import { placeOf } from '../data/data-place.js';
import { deleteDataRecord, writeDataRecord } from '../data/data-records.js';
import { dropData } from '../data/drop-data.js';
import { clearData, replaceData } from '../data/replace-data.js';
import { copySeededBaseline } from '../data/seeded-baseline.js';
import { whenDropped } from '../data/when-dropped.js';
import { findSession } from '../session/sessions.js';
import { inTurn } from './in-turn.js';

/** What a new named session begins with; none of them: with what the registered seeds make, else with nothing. */
export interface SessionSource {
  /** An open named session. */
  from: string | null;
  /** A namespace of the test database. */
  baseline: string | null;
  /** With nothing, whatever seeds there are: none of the app's code runs. */
  isEmpty: boolean;
}

/**
 * Fills a named session that is new, and then opens it: nobody sees one that is half full.
 *
 * @param open Issues its token.
 * @throws {AppTestError} `NOT_FOUND`, `BASELINE_EMPTY` or `SEED_FAILED`.
 */
export async function openFilled<T>(
  session: string,
  source: SessionSource,
  open: () => Promise<T>,
): Promise<T> {
  if (session === '' || findSession(session) !== undefined) return open();
  checkConsistency();
  if (source.from !== null) requireOpen(source.from);
  await whenDropped(session);
  await writeDataRecord({ holder: session });
  try {
    await fill(session, source);
    const opened = await open();
    await deleteDataRecord(session);
    return opened;
  } catch (error) {
    // Of a session that never opened nobody would remove the rest.
    if (findSession(session) === undefined) await dropData(session).catch(() => undefined);
    throw error;
  }
}

async function fill(session: string, { from, baseline, isEmpty }: SessionSource): Promise<void> {
  if (isEmpty) {
    // Work of an ended session of the same name may have written since its data were removed.
    await clearData(session);
  } else if (from !== null) {
    // So that it does not end before the copy is whole.
    await inTurn(from, async () => {
      requireOpen(from);
      await replaceData(placeOf(from), placeOf(session));
    });
  } else if (baseline === null) {
    await copySeededBaseline(session);
  } else {
    const copied = await replaceData({ namespace: baseline, session: '' }, placeOf(session));
    if (copied === 0) throw createEmptyBaseline(baseline);
  }
}

function requireOpen(from: string): void {
  if (findSession(from) !== undefined) return;
  throw new AppTestError({
    code: 'NOT_FOUND',
    message: `There is no open session '${from}' to copy.`,
    next: `Open it first: POST ${bootstrapPath('status')}?session=${from}`,
    status: 404,
  });
}

function createEmptyBaseline(baseline: string): AppTestError {
  return new AppTestError({
    code: 'BASELINE_EMPTY',
    message: `The baseline '${baseline}' holds no entities: there is nothing in that namespace of the test database, nor in those below it.`,
    next: 'Look at its spelling, or fill it first.',
    status: 404,
    details: { baseline },
  });
}
