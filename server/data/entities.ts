import { type EntityMessage, isHiddenKey, type KeyMessage, mapKeys } from '../redirect/index.js';
import { CommitBatches } from './commit-batches.js';
import { createPartition } from './partition.js';
import { readPages } from './read-pages.js';

const keysOnly = { projection: [{ property: { name: '__key__' } }] };

/** Every entity of a namespace in batches, in the order of their keys, without app-test's own. */
export async function* readEntities(
  namespace: string,
  query: object = {},
): AsyncGenerator<EntityMessage[]> {
  for await (const page of readPages(namespace, query)) {
    const entities = page.filter(({ key }) => !isHiddenKey(key));
    if (entities.length > 0) yield entities;
  }
}

/**
 * Deletes every entity of a namespace but app-test's own.
 *
 * @returns How many.
 */
export function deleteEntities(namespace: string): Promise<number> {
  // Google's classic emulator finds entities of every database; only those of ours are to be deleted, whatever a key names.
  const partitionId = createPartition(namespace);
  const pages = readEntities(namespace, keysOnly);
  return writeAll(pages, ({ key }) => ({ delete: { ...key, partitionId } }));
}

/**
 * Copies every entity of a namespace into another, with all keys in its properties moved along.
 *
 * @returns How many.
 */
export function copyEntities(source: string, target: string): Promise<number> {
  const move = (key: KeyMessage): KeyMessage =>
    (key.partitionId?.namespaceId ?? '') === source
      ? { ...key, partitionId: createPartition(target) }
      : key;
  return writeAll(readEntities(source), (entity) => ({
    upsert: mapKeys('Entity', { ...entity, key: move(entity.key ?? {}) }, move),
  }));
}

/** Commits go out while the next page is read. */
async function writeAll(
  pages: AsyncGenerator<EntityMessage[]>,
  toMutation: (entity: EntityMessage) => object,
): Promise<number> {
  const batches = new CommitBatches();
  let count = 0;
  try {
    for await (const entities of pages) {
      for (const entity of entities) await batches.add(toMutation(entity));
      count += entities.length;
    }
    await batches.end();
  } catch (error) {
    await batches.settle();
    throw error;
  }
  return count;
}
