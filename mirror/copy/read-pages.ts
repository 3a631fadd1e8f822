import { runQuery } from '../plan/run-query.js';
import { queryOf } from '../plan/plan.js';
import type { Connection } from '../rpc/connection.js';
import { ascending, type FilterMessage, op, type QueryMessage } from '../rpc/messages.js';
import { readEntityKey } from '../wire/keys.js';
import type { CopyTask } from './tasks.js';

/** A few of a task's entities. */
export interface TaskPage {
  entities: Uint8Array[];
  /** Where the next page begins. */
  after: Uint8Array | undefined;
  isLast: boolean;
}

/** An entity may have 1 MiB, so that a page is sized by those before it. */
const bytesPerPage = 4 * 1024 * 1024;
const firstPage = 50;
/** Google's emulator goes through the whole kind for each page: few large ones take far less time. */
const mostPerPage = 10_000;

/** Reads what is left of a task, page by page, so that memory does not grow with the data. */
export async function* readPages(
  source: Connection,
  task: CopyTask,
  signal: AbortSignal,
): AsyncGenerator<TaskPage> {
  let { after, read } = task.progress;
  let size = firstPage;
  for (;;) {
    const left = task.plan.limit === undefined ? Infinity : task.plan.limit - read;
    const limit = Math.min(size, left);
    if (limit <= 0) return;
    const query = pageQuery(task, after, limit);
    const { entities, endCursor, isCutOff } = await runQuery(source, query, signal, bytesPerPage);
    read += entities.length;
    after = findEnd(task, entities, endCursor) ?? after;
    const isLast = entities.length < limit && !isCutOff;
    yield { entities, after, isLast };
    if (isLast) return;
    size = nextSize(entities);
  }
}

function pageQuery(task: CopyTask, after: Uint8Array | undefined, limit: number): QueryMessage {
  const query = { ...queryOf({ ...task.plan, limit }) };
  if (task.plan.filter !== undefined) return { ...query, ...(after && { startCursor: after }) };
  const bounds = [
    ...(after ? [compareKey(op.greaterThan, after)] : []),
    ...(!after && task.from ? [compareKey(op.greaterThanOrEqual, task.from)] : []),
    ...(task.before ? [compareKey(op.lessThan, task.before)] : []),
  ];
  return {
    ...query,
    ...(bounds.length === 1 && { filter: bounds[0]! }),
    ...(bounds.length > 1 && { filter: { compositeFilter: { op: op.and, filters: bounds } } }),
    order: [{ property: { name: '__key__' }, direction: ascending }],
  };
}

function compareKey(operator: number, key: Uint8Array): FilterMessage {
  return {
    propertyFilter: { property: { name: '__key__' }, op: operator, value: { keyValue: key } },
  };
}

// The key of the last entity outlives any cursor, but what conditions find is not in the order of keys.
function findEnd(
  { plan }: CopyTask,
  entities: readonly Uint8Array[],
  cursor: Uint8Array | undefined,
): Uint8Array | undefined {
  if (plan.filter !== undefined) return cursor;
  const last = entities.at(-1);
  return last === undefined ? undefined : readEntityKey(last);
}

function nextSize(entities: readonly Uint8Array[]): number {
  const bytes = entities.reduce((sum, { length }) => sum + length, 0);
  const mean = Math.max(1, bytes / entities.length);
  return Math.max(1, Math.min(mostPerPage, Math.floor(bytesPerPage / mean)));
}
