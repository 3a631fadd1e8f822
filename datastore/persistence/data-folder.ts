import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatastoreStartError } from '../errors.js';
import { describeDamage } from './level.js';

const MARKER = 'app-test-datastore.json';
const STORE = 'leveldb';
const FORMAT = 1;
// What LevelDB keeps data in; what a start that was cut off leaves behind has none.
const TABLE = /\.(?:ldb|sst)$/;
const LOG = /\.log$/;

/** Where the LevelDB of a data folder is, and whether it is yet to be made. */
export interface DataFolder {
  store: string;
  isNew: boolean;
  /** There were at least so many writes. */
  writes: number;
}

/** Looks whether a folder holds data of ours, or can be made to: it is made if it is not there. */
export async function checkDataFolder(data: string): Promise<DataFolder> {
  const store = path.join(data, STORE);
  const names = await listFolder(data);
  if (names.includes(MARKER)) {
    const writes = await checkMarker(data);
    if (!(await exists(path.join(store, 'CURRENT')))) {
      throw describeDamage(data, `${path.join(STORE, 'CURRENT')} is missing`);
    }
    return { store, isNew: false, writes };
  }
  if (names.some((name) => name !== STORE) || (await holdsData(store))) {
    throw new DatastoreStartError(
      'DATA_FOREIGN',
      `The data folder ${data} is neither empty nor one of the embedded Datastore (it has no ${MARKER}). Take another folder.`,
    );
  }
  return { store, isNew: true, writes: 0 };
}

/**
 * Marks a folder as ours: the last step of making it, and of every use that was not cut off. What LevelDB cannot read at
 * the end of its log it takes for a write that was cut off; the number of writes tells damage from that.
 */
export async function markDataFolder(data: string, writes: number): Promise<void> {
  const temporary = path.join(data, STORE, 'marker.tmp');
  await writeFile(temporary, `${JSON.stringify({ format: FORMAT, writes })}\n`, { flush: true });
  await rename(temporary, path.join(data, MARKER));
}

async function listFolder(data: string): Promise<string[]> {
  try {
    const found = await stat(data).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) throw new Error('it is no folder');
    await mkdir(data, { recursive: true });
    return await readdir(data);
  } catch (error) {
    throw new DatastoreStartError(
      'DATA_UNUSABLE',
      `The embedded Datastore cannot use the data folder ${data}: ${(error as Error).message}.`,
      error,
    );
  }
}

async function checkMarker(data: string): Promise<number> {
  const { format, writes = 0 } = await readMarker(path.join(data, MARKER));
  if (format === FORMAT) return writes;
  if (format === undefined) throw describeDamage(data, `${MARKER} cannot be read`);
  throw new DatastoreStartError(
    'DATA_FORMAT',
    `The data folder ${data} has format ${format}; this version of app-test knows format ${FORMAT}. ` +
      'Use the version that wrote it, or take another folder.',
  );
}

async function readMarker(file: string): Promise<{ format?: number; writes?: number }> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { format?: number; writes?: number };
  } catch {
    return {};
  }
}

async function holdsData(store: string): Promise<boolean> {
  const names = await readdir(store).catch(() => []);
  if (names.some((name) => TABLE.test(name))) return true;
  const logs = names.filter((name) => LOG.test(name));
  const sizes = await Promise.all(logs.map(async (name) => stat(path.join(store, name))));
  return sizes.some(({ size }) => size > 0);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
