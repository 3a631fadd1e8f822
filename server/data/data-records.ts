import { getDataState } from './data-state.js';
import { deleteEntry, readList, writeEntry } from './registry-entries.js';

// Data that no open session vouches for are written down before there are any, so that a server that is killed leaves
// none behind: the next one removes them.

/** Data that somebody has to remove one day. */
export interface DataRecord {
  /** The session, or what takes the place of one, whose namespaces they are in. */
  holder: string;
  /** For a snapshot: the session that it is of, and its name. */
  snapshot?: { of: string; name: string };
}

const list = 'data';

/** Writes down that there are data. */
export async function writeDataRecord({ holder, snapshot }: DataRecord): Promise<void> {
  // No later server meets the data of a Datastore that ends with this one.
  if (!getDataState().ownsDatastore) await writeEntry(list, holder, snapshot ?? {});
}

/** Says that the data are gone, or that an open session has them. */
export async function deleteDataRecord(holder: string): Promise<void> {
  if (!getDataState().ownsDatastore) await deleteEntry(list, holder);
}

/** What this server and those before it wrote down. */
export async function readDataRecords(): Promise<DataRecord[]> {
  return (await readList(list)).map(({ name: holder, texts: { of, name } }) => ({
    holder,
    ...(of === undefined || name === undefined ? {} : { snapshot: { of, name } }),
  }));
}
