import { AppTestError } from '../../protocol/index.js';
import { inOwnTurn } from '../config/in-own-turn.js';
import { readLogs } from '../logs/log-line.js';
import { currentSession } from '../redirect/index.js';
import { defineTestModule } from '../modules/test-module.js';
import { requireSeed } from './seeds.js';
import { dumpData } from './dump-data.js';
import { clearData } from './replace-data.js';
import { restoreData, snapshotData } from './snapshots.js';

/** The most entities that a dump holds. */
const dumpLimit = 1000;

/**
 * The data tools, mounted at `/_test/data` behind the token. Each touches the namespaces of the request's own session and
 * nothing else.
 */
export const dataModule = defineTestModule({
  async reset() {
    return { deleted: await inOwnTurn(clearData) };
  },
  async snapshot(payload: unknown) {
    const name = requireText(payload, 'name');
    return { copied: await inOwnTurn((session) => snapshotData(session, name)) };
  },
  async restore(payload: unknown) {
    const name = requireText(payload, 'name');
    return { copied: await inOwnTurn((session) => restoreData(session, name)) };
  },
  async dump() {
    const entities = await dumpData(currentSession(), dumpLimit + 1);
    return { entities: entities.slice(0, dumpLimit), truncated: entities.length > dumpLimit };
  },
  async logs() {
    return readLogs(currentSession());
  },
  async seed(payload: unknown) {
    const run = requireSeed(requireText(payload, 'name'));
    const result: unknown = await run((payload as { input?: unknown }).input);
    return { result: result ?? null };
  },
});

function requireText(payload: unknown, field: string): string {
  const value = (payload as Record<string, unknown> | null | undefined)?.[field];
  if (typeof value === 'string') return value;
  throw new AppTestError({
    code: 'PAYLOAD_INVALID',
    message: `The payload needs a text '${field}'.`,
    next: `Send { "${field}": "..." }.`,
    status: 400,
  });
}
