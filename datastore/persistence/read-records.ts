import type { Scope } from '../keys/scope.js';
import { KEPT_WRITES } from './journal.js';
import { decodeKey, rangeOf, type Tag } from './keys.js';
import { decodeLayer, type Layer } from './layers.js';
import type { Level } from './level.js';
import { readSealed } from './sealed.js';

/** A database as its records have it. */
export interface DatabaseRecords {
  number: number;
  scope: Scope;
  tops: Map<string, Layer>;
  reserved: Set<string>;
}

/** Everything that is kept but the entities. */
export interface Records {
  databases: Map<number, DatabaseRecords>;
  /** Layers that nothing uses. */
  unused: Layer[];
  /** Numbers of databases that are gone, of which something is left. */
  leftovers: Set<number>;
  lastLayer: number;
  lastDatabase: number;
  /** The number of the last write, and its time. */
  lastWrite: number;
  lastTime: number;
}

/** Reads the records, or throws what is wrong with them. */
export async function readRecords(level: Level): Promise<Records> {
  const databases = new Map<number, DatabaseRecords>();
  for await (const [key, value] of readEach(level, 'd')) {
    const { number } = decodeKey(key);
    const scope = JSON.parse(value.toString()) as Scope;
    databases.set(number, { number, scope, tops: new Map(), reserved: new Set() });
  }
  const layers = await readLayers(level);
  const leftovers = new Set<number>();
  const visit = async (
    tag: Tag,
    take: (database: DatabaseRecords, rest: string, value: Buffer) => void,
  ): Promise<void> => {
    for await (const [key, value] of readEach(level, tag)) {
      const { number, rest } = decodeKey(key);
      const database = databases.get(number);
      if (database === undefined) leftovers.add(number);
      else take(database, rest, value);
    }
  };
  await visit('n', ({ tops }, namespace, value) => {
    const id = value.readUIntBE(0, 6);
    tops.set(namespace, use(layers.get(id), `namespace '${namespace}' begins in layer ${id}`));
  });
  await visit('i', ({ reserved }, path) => reserved.add(path));
  return {
    databases,
    unused: [...layers.values()].filter(({ uses }) => uses === 0),
    leftovers,
    lastLayer: Math.max(0, ...layers.keys()),
    lastDatabase: Math.max(0, ...databases.keys(), ...leftovers),
    ...(await readWrites(level)),
  };
}

async function readLayers(level: Level): Promise<Map<number, Layer>> {
  const layers = new Map<number, Layer>();
  // A parent is always older, and so has the lower number.
  for await (const [key, value] of readEach(level, 'l')) {
    const id = decodeKey(key).number;
    const { parentId, namespace } = decodeLayer(value);
    const parent =
      parentId === 0 ? undefined : use(layers.get(parentId), `layer ${id} lies on ${parentId}`);
    layers.set(id, { id, namespace, parent, uses: 0 });
  }
  return layers;
}

function use(layer: Layer | undefined, what: string): Layer {
  if (layer === undefined) throw new Error(`${what}, which is missing`);
  layer.uses++;
  return layer;
}

/** Every write leaves its number. One that is missing between others was lost with all that it wrote. */
async function readWrites(level: Level): Promise<{ lastWrite: number; lastTime: number }> {
  let [count, lastWrite, lastTime] = [0, 0, 0];
  let least = Infinity;
  for await (const [, value] of readEach(level, 'b')) {
    const number = value.readDoubleBE();
    count++;
    least = Math.min(least, number);
    lastWrite = Math.max(lastWrite, number);
    lastTime = Math.max(lastTime, value.readDoubleBE(8));
  }
  const isComplete = count === 0 || least === lastWrite - count + 1;
  if (!isComplete || count !== Math.min(lastWrite, KEPT_WRITES)) {
    throw new Error('a write among the last ones is missing');
  }
  return { lastWrite, lastTime };
}

async function* readEach(level: Level, tag: Tag): AsyncGenerator<[key: Buffer, value: Buffer]> {
  for await (const entries of readSealed(level, rangeOf(tag))) yield* entries;
}
