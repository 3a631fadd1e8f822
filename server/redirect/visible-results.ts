import type { CallScope } from './call-scope.js';
import { isHiddenKey } from './hidden-kinds.js';
import type { QueryMessage, RequestMessage, ResponseMessage } from './messages.js';
import { isForeignNamespace } from './namespace-keys.js';

/** A query that may meet entities which the app must not see, and what makes its response one that it may. */
export interface VisibleQuery {
  request: RequestMessage;
  /** Takes what is hidden out of a response, keeping limit and offset true. */
  filter: (response: ResponseMessage) => ResponseMessage;
}

/** Prepares a query, already rewritten for the target, so that only what the app may see is returned and counted. */
export function planVisibleQuery(request: RequestMessage, scope: CallScope): VisibleQuery {
  const { query } = request;
  // Entities of ours can be anywhere in the result, so what the offset skips has to be looked at.
  const offset = query && meetsHidden(query) ? Math.max(0, query.offset ?? 0) : 0;
  return {
    request: offset === 0 ? request : { ...request, query: takeOffset(query!, offset) },
    filter: (response) => filterBatch(response, scope, offset, query?.limit?.value),
  };
}

/** Whether a query has no kind, or one of those that describe all kinds and namespaces. */
export function meetsHidden({ kind }: QueryMessage): boolean {
  const name = kind?.[0]?.name;
  return !name || name.startsWith('__');
}

function takeOffset(query: QueryMessage, offset: number): QueryMessage {
  const limit = query.limit?.value;
  return {
    ...query,
    offset: 0,
    limit: limit === undefined || limit === null ? null : { value: limit + offset },
  };
}

function filterBatch(
  response: ResponseMessage,
  scope: CallScope,
  offset: number,
  limit: number | null | undefined,
): ResponseMessage {
  const { batch } = response;
  const results = batch?.entityResults ?? [];
  const visible = results.filter(({ entity }) => {
    return !isHiddenKey(entity?.key) && !isForeignNamespace(scope, entity?.key);
  });
  const skipped = Math.min(offset, visible.length);
  if (!batch || (visible.length === results.length && skipped === 0)) return response;
  const entityResults = visible.slice(skipped);
  const isShort = typeof limit === 'number' && entityResults.length < limit;
  return {
    ...response,
    batch: {
      ...batch,
      entityResults,
      skippedResults: offset === 0 ? (batch.skippedResults ?? 0) : skipped,
      // The client asks for the rest by itself, as it does when a batch of the service is cut short.
      moreResults:
        isShort && batch.moreResults === 'MORE_RESULTS_AFTER_LIMIT'
          ? 'NOT_FINISHED'
          : (batch.moreResults ?? null),
    },
  };
}
