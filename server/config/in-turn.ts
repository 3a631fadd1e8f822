import { getRuntime } from '../runtime.js';

/**
 * Runs changes of one session one after the other: a status that overlaps a finish must see either all of it or none.
 */
export function inTurn<T>(session: string, change: () => Promise<T>): Promise<T> {
  const last = getRuntime().turns;
  const before = last.get(session) ?? Promise.resolve();
  const result = before.then(change);
  // Who asked for the change learns of its failure; the next one only waits for it.
  const settled = Promise.allSettled([result]);
  last.set(session, settled);
  void forget(session, settled);
  return result;
}

async function forget(session: string, settled: Promise<unknown>): Promise<void> {
  await settled;
  const last = getRuntime().turns;
  if (last.get(session) === settled) last.delete(session);
}
