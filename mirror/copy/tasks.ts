import pLimit from 'p-limit';
import { type KindPlan, type Plan } from '../plan/plan.js';
import { type KeyRange, splitKind } from '../plan/split.js';
import type { Connection } from '../rpc/connection.js';

/** A part of the copy that one worker does: a range of a kind, or all that conditions or a limit leave of it. */
export interface CopyTask extends KeyRange {
  id: number;
  plan: KindPlan;
  progress: TaskProgress;
}

/** How far a task is. */
export interface TaskProgress {
  /** After which key, or which cursor of a query with conditions, to go on. */
  after: Uint8Array | undefined;
  read: number;
  written: number;
  isDone: boolean;
}

/** Fewer entities than this are not worth another range. */
const entitiesPerRange = 2000;
const mostRanges = 32;
const splitsAtOnce = 4;

/** Splits a plan into tasks, the largest first, so that the last to end is a small one. */
export async function createTasks(
  source: Connection,
  { kinds }: Plan,
  signal: AbortSignal,
): Promise<CopyTask[]> {
  const limit = pLimit(splitsAtOnce);
  const ofKinds = await Promise.all(
    kinds.map((plan) =>
      limit(async () => {
        const ranges = await splitKind(
          source,
          plan.kind,
          { ...plan, ranges: countRanges(plan) },
          signal,
        );
        return ranges.map((range) => ({ plan, share: plan.count / ranges.length, ...range }));
      }),
    ),
  );
  return ofKinds
    .flat()
    .toSorted((a, b) => b.share - a.share)
    .map(({ plan, from, before }, id) => ({ id, plan, from, before, progress: notBegun() }));
}

/** The progress of a task that nobody has begun. */
export function notBegun(): TaskProgress {
  return { after: undefined, read: 0, written: 0, isDone: false };
}

// Conditions together with ranges of keys would ask for composite indexes; a limit takes the first ones.
function countRanges({ count, filter, limit }: KindPlan): number {
  if (filter !== undefined || limit !== undefined) return 1;
  return Math.max(1, Math.min(mostRanges, Math.floor(count / entitiesPerRange)));
}
