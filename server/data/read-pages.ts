import { type EntityMessage, installRedirect, type ResponseMessage } from '../redirect/index.js';
import { createPartition } from './partition.js';

// https://cloud.google.com/datastore/docs/concepts/limits: at most 500 mutations in a commit.
const pageSize = 500;

/** Every entity that a query finds in a namespace of the test database, in pages of at most 500. */
export async function* readPages(
  namespace: string,
  query: object = {},
): AsyncGenerator<EntityMessage[]> {
  let startCursor: unknown;
  for (;;) {
    const { batch } = (await installRedirect().callTarget('runQuery', {
      partitionId: createPartition(namespace),
      query: {
        ...query,
        limit: { value: pageSize },
        ...(startCursor === undefined ? {} : { startCursor }),
      },
    })) as ResponseMessage;
    const results = batch?.entityResults ?? [];
    if (results.length > 0) yield results.flatMap(({ entity }) => entity ?? []);
    // The service may cut a batch short.
    if (results.length < pageSize && batch?.moreResults !== 'NOT_FINISHED') return;
    startCursor = batch?.endCursor;
  }
}
