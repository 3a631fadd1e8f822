import { getDataState } from './data-state.js';

/** Resolves when what a session of the same name, or what takes the place of one, left behind is gone. */
export async function whenDropped(session: string): Promise<void> {
  await getDataState().drops.get(session);
}
