import { createEntityMover } from './copy/move-entity.js';
import { copyTasks } from './copy/copy-tasks.js';
import { createTasks } from './copy/tasks.js';
import { requireCopyGrant } from './grant.js';
import { type MirrorOptions, type ResolvedMirrorOptions, resolveMirrorOptions } from './options.js';
import { describeCopy } from './describe-copy.js';
import { requireEmpty } from './places/require-empty.js';
import { Exclusions } from './plan/exclusions.js';
import { type KindPlan, planCopy } from './plan/plan.js';
import { type Connection, openSource, openTarget } from './rpc/connection.js';
import { findJournal, Journal, type MirrorParameters } from './state/journal.js';

/** Is told how a copy goes. */
export interface MirrorObserver {
  /** What will be copied, in words; without a PIN prompt to show it. */
  planned(text: string): void;
  /** The copy begins, or goes on, with so many entities of each kind there already. */
  began(kinds: readonly KindPlan[], arrived: ReadonlyMap<string, number>): void;
  /** So many more entities of a kind have been dealt with. */
  advanced(kind: string, entities: number): void;
  ended(): void;
}

/**
 * Copies data into a namespace of a test database, once somebody has typed the PIN.
 *
 * @throws {AppTestError} for everything that is refused; the signal's reason when it was interrupted.
 */
export async function runMirror(
  raw: MirrorOptions,
  observer: MirrorObserver,
  signal: AbortSignal,
): Promise<void> {
  const options = resolveMirrorOptions(raw);
  const source = await openSource(options.source);
  try {
    const target = options.dryRun ? undefined : await openTarget(options.target);
    try {
      await mirror(options, { source, target }, observer, signal);
    } finally {
      target?.close();
    }
  } finally {
    source.close();
  }
}

async function mirror(
  options: ResolvedMirrorOptions,
  { source, target }: { source: Connection; target: Connection | undefined },
  observer: MirrorObserver,
  signal: AbortSignal,
): Promise<void> {
  const exclusions = new Exclusions(options.exclude);
  const plan = await planCopy(source, options.selection, exclusions, signal);
  const stakes = describeCopy(options, plan);
  if (target === undefined) return observer.planned(stakes);
  const parameters = describeParameters(options);
  const file = findJournal(JSON.stringify(parameters.target));
  if (!options.resume && !options.merge) await requireEmpty(target, signal);
  await requireCopyGrant(stakes, signal);
  const journal = options.resume
    ? Journal.resume(file, parameters)
    : Journal.create(file, {
        parameters,
        tasks: await createTasks(source, plan, signal),
        excluded: plan.excluded,
      });
  const arrived = new Map<string, number>();
  for (const {
    plan: { kind },
    progress,
  } of journal.tasks) {
    arrived.set(kind, (arrived.get(kind) ?? 0) + progress.read);
  }
  observer.began(plan.kinds, arrived);
  const move = createEntityMover(options.source, options.target, exclusions, (_, entity) => entity);
  await copyTasks(journal.tasks, {
    source,
    target,
    move,
    signal,
    record: (task, progress, added) => {
      journal.record(task, progress);
      observer.advanced(task.plan.kind, added);
    },
  });
  journal.remove();
  observer.ended();
}

function describeParameters(options: ResolvedMirrorOptions): MirrorParameters {
  const { source, target, data, selection, exclude, where } = options;
  return {
    source,
    target: { ...target, ...(data !== undefined && { data }) },
    kind: selection.kinds,
    exclude,
    where,
    limit: selection.limit,
  };
}
