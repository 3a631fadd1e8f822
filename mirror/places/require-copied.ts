import { AppTestError } from '../../protocol/index.js';
import { mostPerRequest } from '../rpc/limits.js';
import type { CopyTask } from '../copy/tasks.js';
import type { Exclusions } from '../plan/exclusions.js';
import { runQuery } from '../plan/run-query.js';
import type { Connection } from '../rpc/connection.js';
import { withRetries } from '../rpc/retry.js';
import { describePath, readEntityKey, readPath } from '../wire/keys.js';
import { createKeyMover } from './move-keys.js';
import { describePlace, type Place } from './place.js';

/**
 * Refuses to go on with a copy whose target has lost what was copied before: an emulator in memory that was started again,
 * or a folder that was removed. What is left to copy would be taken for all.
 *
 * @throws {AppTestError} `MIRROR_STATE`.
 */
export async function requireCopied(
  target: Connection,
  tasks: readonly CopyTask[],
  source: Place,
  exclusions: Exclusions,
  signal: AbortSignal,
): Promise<void> {
  const begun = tasks.filter(({ progress }) => progress.written > 0);
  await requireKinds(target, begun, signal);
  const moveKey = createKeyMover(source, target.place);
  const lastKeys = begun
    // What conditions find is gone on with from a cursor, which tells no key.
    .filter(({ plan }) => plan.filter === undefined)
    .flatMap(({ progress }) => progress.after ?? [])
    .filter((key) => readPath(key).every(({ kind }) => exclusions.findFor(kind) === undefined))
    .map(moveKey);
  for (let at = 0; at < lastKeys.length; at += mostPerRequest) {
    const keys = lastKeys.slice(at, at + mostPerRequest);
    const { missing } = await withRetries(() => target.call('Lookup', { keys }), signal);
    if (missing[0] === undefined) continue;
    throw refuse(target.place, describePath(readPath(readEntityKey(missing[0].entity))));
  }
}

async function requireKinds(
  target: Connection,
  tasks: readonly CopyTask[],
  signal: AbortSignal,
): Promise<void> {
  for (const kind of new Set(tasks.map(({ plan }) => plan.kind))) {
    const query = { kind: [{ name: kind }], limit: { value: 1 } };
    const { entities } = await runQuery(target, query, signal);
    if (entities.length === 0) throw refuse(target.place, `every ${kind}`);
  }
}

function refuse(place: Place, what: string): AppTestError {
  return new AppTestError({
    code: 'MIRROR_STATE',
    message: `The target has lost what was copied before the interruption (${what} is gone): ${describePlace(place)}.`,
    next: 'Was an emulator started again, or a folder removed? Begin anew, without --resume; with --merge if the target is not empty.',
  });
}
