import pLimit from 'p-limit';
import { readPages } from '../copy/read-pages.js';
import { type CopyTask, notBegun } from '../copy/tasks.js';
import type { EntityMover } from '../copy/move-entity.js';
import { countEntities } from '../plan/count.js';
import type { Connection } from '../rpc/connection.js';
import { mostPerRequest } from '../rpc/limits.js';
import { withRetries } from '../rpc/retry.js';
import { describePath, readEntityKey, readPath } from '../wire/keys.js';
import { isSameEntity } from '../wire/same-entity.js';

/** What a comparison of source and target found. */
export interface Differences {
  compared: number;
  /** In the source only. */
  missing: number;
  /** In both, and not the same. */
  different: number;
  /** In the target only, or in the source no more. */
  surplus: number;
  /** The first few, in words. */
  examples: string[];
}

/** What a comparison works with. */
export interface VerifyContext {
  source: Connection;
  target: Connection;
  move: EntityMover;
  advanced: (kind: string, entities: number) => void;
  signal: AbortSignal;
}

const workers = 8;
const mostExamples = 10;

/** Compares the target with the source as it is now, entity by entity. */
export async function verifyTasks(
  tasks: readonly CopyTask[],
  { checkSurplus, ...context }: VerifyContext & { checkSurplus: boolean },
): Promise<Differences> {
  const found: Differences = { compared: 0, missing: 0, different: 0, surplus: 0, examples: [] };
  const expected = new Map<string, number>();
  const limit = pLimit(workers);
  await Promise.all(
    tasks.map((task) =>
      limit(async () => {
        const { kind } = task.plan;
        const count = await verifyTask(task, context, found);
        expected.set(kind, (expected.get(kind) ?? 0) + count);
      }),
    ),
  );
  for (const [kind, count] of checkSurplus ? expected : []) {
    const there = await countEntities(context.target, { kind: [{ name: kind }] }, context.signal);
    if (there > count)
      note(found, 'surplus', `${kind}: ${there - count} in the target only`, there - count);
  }
  return found;
}

/** Returns how many of the task's entities are in the target. */
async function verifyTask(
  task: CopyTask,
  { source, target, move, advanced, signal }: VerifyContext,
  found: Differences,
): Promise<number> {
  let count = 0;
  for await (const page of readPages(source, { ...task, progress: notBegun() }, signal)) {
    const moved = page.entities.flatMap((entity) => move(entity) ?? []);
    const there = await lookUp(target, moved, signal);
    for (const entity of moved) {
      const copy = there.get(identify(entity));
      const name = describePath(readPath(readEntityKey(entity)));
      if (copy === undefined) note(found, 'missing', `${name} is missing`);
      else if (!isSameEntity(entity, copy)) note(found, 'different', `${name} is different`);
    }
    count += there.size;
    found.compared += moved.length;
    advanced(task.plan.kind, page.entities.length);
  }
  return count;
}

async function lookUp(
  target: Connection,
  entities: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  let keys = entities.map(readEntityKey);
  while (keys.length > 0) {
    const batch = keys.slice(0, mostPerRequest);
    const response = await withRetries(() => target.call('Lookup', { keys: batch }), signal);
    for (const { entity } of response.found) found.set(identify(entity), entity);
    // What did not fit into the answer is asked for again.
    keys = [...response.deferred, ...keys.slice(batch.length)];
  }
  return found;
}

function identify(entity: Uint8Array): string {
  return JSON.stringify(readPath(readEntityKey(entity)), (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

function note(
  found: Differences,
  what: 'missing' | 'different' | 'surplus',
  text: string,
  count = 1,
): void {
  found[what] += count;
  if (found.examples.length < mostExamples) found.examples.push(text);
}
