import { DatastoreStartError } from '../errors.js';
import type { Scope } from '../keys/scope.js';
import type { Clock } from '../storage/clock.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import { IndexDemand } from '../storage/index-demand.js';
import type { KeptDatabase, Store } from '../storage/store.js';
import { checkDataFolder, markDataFolder } from './data-folder.js';
import { DatabaseRecorder } from './database-recorder.js';
import { Journal } from './journal.js';
import { rangeOf } from './keys.js';
import { Layers } from './layers.js';
import { describeDamage, openLevel, type Level } from './level.js';
import { loadNamespaces } from './load-namespaces.js';
import { readRecords, type Records } from './read-records.js';
import { Sweeper } from './sweeper.js';

/** What a store depends on besides its folder. */
export interface StoreSettings {
  codec: EntityCodec;
  clock: Clock;
  /** Hears, while it is loaded, how many entities were read so far. */
  onLoad: (entities: number) => void;
}

/**
 * Opens a data folder, or makes one, and reads all that is in it.
 *
 * @throws {DatastoreStartError} `DATA_LOCKED`, `DATA_FOREIGN`, `DATA_FORMAT`, `DATA_UNUSABLE` or `DATA_DAMAGED`.
 */
export async function openStore(data: string, settings: StoreSettings): Promise<Store> {
  const { store, isNew, writes } = await checkDataFolder(data);
  const level = await openLevel(store, { isNew, data });
  try {
    if (isNew) await markDataFolder(data, 0);
    const records = await readRecords(level);
    if (records.lastWrite < writes) throw new Error('the last writes are missing');
    return await loadStore(level, data, records, settings);
  } catch (error) {
    await level.close();
    if (error instanceof DatastoreStartError) throw error;
    const cause = ((error as Error).cause ?? error) as Error;
    throw describeDamage(data, cause.message, cause);
  }
}

async function loadStore(
  level: Level,
  place: string,
  records: Records,
  { codec, clock, onLoad }: StoreSettings,
): Promise<Store> {
  clock.continueAfter(records.lastTime);
  const now = (): number => clock.last;
  const journal = new Journal(level, { place, number: records.lastWrite, now });
  const sweeper = new Sweeper(level, journal);
  const layers = new Layers(journal, sweeper, records.lastLayer);
  const recorders = new Map<number, DatabaseRecorder>();
  let { lastDatabase } = records;
  const record = (number: number, scope: Scope, tops = new Map(), isKept = false) => {
    const recorder = new DatabaseRecorder({ number, scope, tops, isKept }, journal, layers);
    recorders.set(number, recorder);
    return recorder;
  };
  let count = 0;
  const onRead = (more: number): void => onLoad((count += more));
  const databases: KeptDatabase[] = [];
  for (const database of records.databases.values()) {
    const { number, scope, tops, reserved } = database;
    const demand = new IndexDemand(codec);
    const namespaces = await loadNamespaces({ level, demand, onRead }, database);
    const recorder = record(number, scope, tops, true);
    databases.push({ scope, namespaces, demand, reserved, recorder });
  }
  const sweepDatabase = (number: number): void => {
    for (const tag of ['n', 'i'] as const) sweeper.sweep(rangeOf(tag, number));
  };
  sweepLeftovers(records, layers, sweepDatabase);
  return {
    databases,
    since: clock.next(),
    addDatabase: (scope) => record(++lastDatabase, scope),
    reset(undo) {
      journal.onFailure({}, undo);
      for (const [number, recorder] of recorders) {
        recorder.removeDatabase();
        journal.onWritten(() => sweepDatabase(number));
      }
      recorders.clear();
    },
    checkWritable: () => journal.checkWritable(),
    settle: (done) => journal.settle(done),
    async close() {
      await sweeper.stop();
      await new Promise((resolve) => journal.settle(resolve));
      await level.close();
      // A full disk is no reason to fail now: everything is written, and only the number of writes is not.
      await markDataFolder(place, journal.writes).catch(() => {});
    },
  };
}

function sweepLeftovers(
  { unused, leftovers }: Records,
  layers: Layers,
  sweepDatabase: (number: number) => void,
): void {
  for (const layer of unused) layers.remove(layer);
  for (const number of leftovers) sweepDatabase(number);
}
