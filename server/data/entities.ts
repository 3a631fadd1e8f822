import { type EntityMessage, isHiddenKey, type KeyMessage, mapKeys } from '../redirect/index.js';
import { commit } from './commit.js';
import { createPartition } from './partition.js';
import { readPages } from './read-pages.js';

/** Every entity of a namespace in batches, in the order of their keys, without app-test's own. */
export async function* readEntities(namespace: string): AsyncGenerator<EntityMessage[]> {
  for await (const page of readPages(namespace)) {
    const entities = page.filter(({ key }) => !isHiddenKey(key));
    if (entities.length > 0) yield entities;
  }
}

/**
 * Deletes every entity of a namespace but app-test's own.
 *
 * @returns How many.
 */
export async function deleteEntities(namespace: string): Promise<number> {
  let deleted = 0;
  for await (const entities of readEntities(namespace)) {
    await commit(entities.map(({ key }) => ({ delete: key })));
    deleted += entities.length;
  }
  return deleted;
}

/**
 * Copies every entity of a namespace into another, with all keys in its properties moved along.
 *
 * @returns How many.
 */
export async function copyEntities(source: string, target: string): Promise<number> {
  let copied = 0;
  const move = (key: KeyMessage): KeyMessage =>
    (key.partitionId?.namespaceId ?? '') === source
      ? { ...key, partitionId: createPartition(target) }
      : key;
  for await (const entities of readEntities(source)) {
    await commit(
      entities.map((entity) => ({
        upsert: mapKeys('Entity', { ...entity, key: move(entity.key ?? {}) }, move),
      })),
    );
    copied += entities.length;
  }
  return copied;
}
