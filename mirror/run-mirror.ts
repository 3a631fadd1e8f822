import { existsSync } from 'node:fs';
import { copyAndVerify } from './copy-and-verify.js';
import { describeCopy } from './describe-copy.js';
import { requireCopyGrant } from './grant.js';
import { hashMask, loadMask } from './mask/load-mask.js';
import type { MirrorObserver } from './observer.js';
import { type MirrorOptions, type ResolvedMirrorOptions, resolveMirrorOptions } from './options.js';
import { openCopyTarget, type Target } from './places/open-target.js';
import { requireEmpty } from './places/require-empty.js';
import { Exclusions } from './plan/exclusions.js';
import { planCopy } from './plan/plan.js';
import { type Connection, openSource } from './rpc/connection.js';
import { explainFailure } from './rpc/explain-failure.js';
import { findJournal, Journal, type MirrorParameters } from './state/journal.js';

/**
 * Copies data into a namespace of a test database, once somebody has typed the PIN.
 *
 * @throws {AppTestError} for all that is refused; the signal's reason when it was interrupted.
 */
export async function runMirror(
  raw: MirrorOptions,
  observer: MirrorObserver,
  signal: AbortSignal,
): Promise<void> {
  const options = resolveMirrorOptions(raw);
  let source: Connection | undefined;
  try {
    source = await openSource(options.source);
    await mirror(options, source, observer, signal);
  } catch (error) {
    throw explainFailure(error);
  } finally {
    source?.close();
  }
}

async function mirror(
  options: ResolvedMirrorOptions,
  source: Connection,
  observer: MirrorObserver,
  signal: AbortSignal,
): Promise<void> {
  const exclusions = new Exclusions(options.exclude);
  const mask = options.mask === undefined ? {} : await loadMask(options.mask);
  const parameters = describeParameters(options);
  const file = findJournal(JSON.stringify(parameters.target));
  if (options.resume) Journal.check(file, parameters);
  const plan = await planCopy(source, options.selection, exclusions, signal);
  const stakes = describeCopy(options, plan, exclusions, mask);
  if (options.dryRun) return observer.planned(stakes);
  // A folder that is not there yet is made only once the PIN was typed.
  const isNew = options.data !== undefined && !existsSync(options.data);
  let target: Target | undefined = isNew ? undefined : await openCopyTarget(options);
  try {
    const mayHoldData = isNew || options.resume || options.merge;
    if (!mayHoldData) await requireEmpty(target!.connection, existsSync(file), signal);
    await requireCopyGrant(stakes, signal);
    // Somebody may have filled it while the PIN was asked for: another copy, or a server.
    if (!mayHoldData) await requireEmpty(target!.connection, existsSync(file), signal);
    target ??= await openCopyTarget(options);
    await copyAndVerify({
      options,
      parameters,
      file,
      plan,
      mask,
      exclusions,
      source,
      target: target.connection,
      observer,
      signal,
    });
  } finally {
    await target?.close();
  }
}

/** What decides which entities arrive, and how. */
function describeParameters(options: ResolvedMirrorOptions): MirrorParameters {
  const { source, target, data, selection, exclude, where, mask } = options;
  return {
    source,
    target: { ...target, ...(data !== undefined && { data }) },
    kind: selection.kinds,
    exclude,
    where,
    limit: selection.limit,
    mask: mask === undefined ? undefined : hashMask(mask),
  };
}
