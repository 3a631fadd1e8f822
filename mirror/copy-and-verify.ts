import { createHash, randomBytes } from 'node:crypto';
import { AppTestError, hideControls } from '../protocol/index.js';
import { copyTasks } from './copy/copy-tasks.js';
import { createEntityMover, type EntityMover } from './copy/move-entity.js';
import { type CopyTask, createTasks } from './copy/tasks.js';
import type { Mask } from './mask/mask.js';
import { EntityMasker } from './mask/mask-entity.js';
import type { MirrorObserver } from './observer.js';
import type { ResolvedMirrorOptions } from './options.js';
import { requireCopied } from './places/require-copied.js';
import type { Exclusions } from './plan/exclusions.js';
import type { KindPlan, Plan } from './plan/plan.js';
import type { Connection } from './rpc/connection.js';
import { Journal, type MirrorParameters } from './state/journal.js';
import { verifyTasks } from './verify/verify-tasks.js';

/** A copy that was granted. */
export interface GrantedCopy {
  options: ResolvedMirrorOptions;
  parameters: MirrorParameters;
  /** Where its state is kept. */
  file: string;
  plan: Plan;
  mask: Mask;
  exclusions: Exclusions;
  source: Connection;
  target: Connection;
  observer: MirrorObserver;
  signal: AbortSignal;
}

/** Copies what is not there yet, and compares where that was asked for. */
export async function copyAndVerify(copy: GrantedCopy): Promise<void> {
  const { options, parameters, file, plan, source, target, observer, signal } = copy;
  const journal = options.resume
    ? Journal.resume(file, parameters)
    : Journal.create(file, await createTasks(source, plan, signal), {
        parameters,
        maskKey: makeMaskKey(),
        merge: options.merge,
      });
  let isComplete = false;
  try {
    if (options.resume)
      await requireCopied(target, journal.tasks, options.source, copy.exclusions, signal);
    const kinds = collectKinds(journal.tasks);
    const masker = new EntityMasker(copy.mask, journal.maskKey);
    const move = createEntityMover(
      options.source,
      options.target,
      copy.exclusions,
      (kind, entity) => masker.apply(kind, entity),
    );
    for (const { kind } of plan.kinds.filter(
      (one) => !kinds.some((known) => known.kind === one.kind),
    ))
      observer.warned(
        `${hideControls(kind)} is not copied: the source had none when the interrupted copy began. Copy it with --kind and --merge.`,
      );
    observer.began('copy', kinds, sumRead(journal.tasks));
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
    const written = journal.tasks.reduce((sum, { progress }) => sum + progress.written, 0);
    observer.ended(`Copied ${written.toLocaleString('en')} entities.`);
    for (const unused of options.resume ? [] : masker.listUnused(kinds.map(({ kind }) => kind)))
      observer.warned(`The mask names ${unused}, which no entity has.`);
    if (options.verify) await verify(copy, journal, move, kinds);
    isComplete = true;
  } catch (error) {
    isComplete = (error as { code?: unknown }).code === 'MIRROR_DIFFERENT';
    throw error;
  } finally {
    if (isComplete) journal.remove();
    else journal.close();
  }
}

async function verify(
  { source, target, observer, signal }: GrantedCopy,
  { tasks, isMerge }: Journal,
  move: EntityMover,
  kinds: readonly KindPlan[],
): Promise<void> {
  observer.began('verify', kinds, new Map());
  const { compared, missing, different, surplus, examples } = await verifyTasks(tasks, {
    source,
    target,
    move,
    signal,
    checkSurplus: !isMerge,
    advanced: (kind, entities) => observer.advanced(kind, entities),
  });
  const result = `Compared ${compared.toLocaleString('en')} entities`;
  if (missing + different + surplus === 0) return observer.ended(`${result}: all are the same.`);
  observer.ended(`${result}.`);
  throw new AppTestError({
    code: 'MIRROR_DIFFERENT',
    message: `Source and target differ: ${missing} missing, ${different} different, ${surplus} in the target only.\n  ${examples.join('\n  ')}\n`,
    next: 'A source that is written to while it is copied differs. Copy again with --merge, which leaves what is in the target only.',
    details: { missing, different, surplus },
  });
}

/** With a key of the project's own, pseudonyms are the same in every copy. */
function makeMaskKey(): Buffer {
  const own = process.env.APP_TEST_MASK_KEY;
  return own ? createHash('sha256').update(own).digest() : randomBytes(32);
}

function collectKinds(tasks: readonly CopyTask[]): KindPlan[] {
  return [...new Map(tasks.map(({ plan }) => [plan.kind, plan])).values()].toSorted((a, b) =>
    a.kind < b.kind ? -1 : 1,
  );
}

function sumRead(tasks: readonly CopyTask[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { plan, progress } of tasks)
    sums.set(plan.kind, (sums.get(plan.kind) ?? 0) + progress.read);
  return sums;
}
