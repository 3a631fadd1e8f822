import {
  type EntityMessage,
  installRedirect,
  isHiddenKey,
  type KeyMessage,
  mapKeys,
  type ResponseMessage,
} from '../redirect/index.js';
import { requireTriple } from '../session/triple.js';

// https://cloud.google.com/datastore/docs/concepts/limits: at most 500 mutations in a commit.
const batchSize = 500;

/** Every entity of a namespace in batches, in the order of their keys, without app-test's own. */
export async function* readEntities(namespace: string): AsyncGenerator<EntityMessage[]> {
  let startCursor: unknown;
  for (;;) {
    const { batch } = (await installRedirect().callTarget('runQuery', {
      partitionId: createPartition(namespace),
      query: { limit: { value: batchSize }, ...(startCursor === undefined ? {} : { startCursor }) },
    })) as ResponseMessage;
    const results = batch?.entityResults ?? [];
    const entities = results.flatMap(({ entity }) =>
      entity === undefined || entity === null || isHiddenKey(entity.key) ? [] : [entity],
    );
    if (entities.length > 0) yield entities;
    if (results.length < batchSize) return;
    startCursor = (batch as { endCursor?: unknown }).endCursor;
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

async function commit(mutations: object[]): Promise<void> {
  await installRedirect().callTarget('commit', { mode: 'NON_TRANSACTIONAL', mutations });
}

function createPartition(namespaceId: string): {
  projectId: string;
  databaseId: string;
  namespaceId: string;
} {
  const { projectId, database: databaseId } = requireTriple();
  return { projectId, databaseId, namespaceId };
}
