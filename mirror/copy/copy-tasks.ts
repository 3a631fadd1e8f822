import pLimit, { type LimitFunction } from 'p-limit';
import type { Connection } from '../rpc/connection.js';
import type { EntityMover } from './move-entity.js';
import { readPages, type TaskPage } from './read-pages.js';
import type { CopyTask, TaskProgress } from './tasks.js';
import { writePage } from './write-page.js';

/** What a copy works with. */
export interface CopyContext {
  source: Connection;
  target: Connection;
  move: EntityMover;
  /** Is told what has arrived for good. */
  record: (task: CopyTask, progress: TaskProgress, added: number) => void;
  signal: AbortSignal;
}

/** Each worker holds two pages: one that is read while the other is written. */
const workers = 8;
const mostCommits = 8;

/** Does all tasks that are not done. The first that fails stops the others. */
export async function copyTasks(tasks: readonly CopyTask[], context: CopyContext): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([context.signal, failure.signal]);
  const limit = pLimit(workers);
  const commitLimit = pLimit(mostCommits);
  const open = tasks.filter(({ progress }) => !progress.isDone);
  const results = await Promise.allSettled(
    open.map((task) =>
      limit(async () => {
        await copyTask(task, { ...context, signal }, commitLimit).catch((error) => {
          failure.abort(error);
          throw error;
        });
      }),
    ),
  );
  context.signal.throwIfAborted();
  if (failure.signal.aborted) throw failure.signal.reason;
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function copyTask(
  task: CopyTask,
  context: CopyContext,
  commitLimit: LimitFunction,
): Promise<void> {
  const { source, target, move, record, signal } = context;
  const pages = readPages(source, task, signal);
  let next = begin(pages);
  for (;;) {
    const { value: page, done } = await next;
    signal.throwIfAborted();
    if (done) break;
    next = begin(pages);
    const entities = page.entities.flatMap((entity) => move(entity) ?? []);
    await writePage(target, entities, commitLimit, signal);
    task.progress = advance(task.progress, page, entities.length);
    record(task, task.progress, page.entities.length);
  }
  task.progress = { ...task.progress, isDone: true };
  record(task, task.progress, 0);
}

function begin(pages: AsyncGenerator<TaskPage>): Promise<IteratorResult<TaskPage, undefined>> {
  const next = pages.next() as Promise<IteratorResult<TaskPage, undefined>>;
  // It is awaited a page later; until then its failure is nobody's.
  next.catch(() => {});
  return next;
}

function advance(progress: TaskProgress, page: TaskPage, written: number): TaskProgress {
  return {
    after: page.after,
    read: progress.read + page.entities.length,
    written: progress.written + written,
    isDone: false,
  };
}
