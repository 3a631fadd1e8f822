import { AppTestError } from '../../protocol/index.js';
import { runQuery } from '../plan/run-query.js';
import type { Connection } from '../rpc/connection.js';
import { readEntityKey, readPath } from '../wire/keys.js';
import { describePlace } from './place.js';

const pageSize = 100;

/**
 * Refuses a target that holds anything but what app-test and Datastore keep there for themselves.
 *
 * @throws {AppTestError} `MIRROR_TARGET_NOT_EMPTY`.
 */
export async function requireEmpty(
  target: Connection,
  wasInterrupted: boolean,
  signal: AbortSignal,
): Promise<void> {
  const kind = await findForeignKind(target, signal);
  if (kind === undefined) return;
  throw new AppTestError({
    code: 'MIRROR_TARGET_NOT_EMPTY',
    message: `The target is not empty: ${describePlace(target.place)} has entities of kind ${kind}.`,
    next: `${wasInterrupted ? 'A copy into it was interrupted: --resume goes on with it. Or use' : 'Use'} another --target-namespace, or --merge to write over entities of the same key and leave the others.`,
    details: { kind },
  });
}

async function findForeignKind(
  target: Connection,
  signal: AbortSignal,
): Promise<string | undefined> {
  let startCursor: Uint8Array | undefined;
  for (;;) {
    const query = {
      projection: [{ property: { name: '__key__' } }],
      limit: { value: pageSize },
      ...(startCursor && { startCursor }),
    };
    const page = await runQuery(target, query, signal);
    const kinds = page.entities.map((entity) => readPath(readEntityKey(entity))[0]!.kind);
    const foreign = kinds.find((kind) => !/^(?:app-test-.*|__.*__)$/.test(kind));
    if (foreign !== undefined) return foreign;
    startCursor = page.endCursor;
    if (page.entities.length < pageSize || startCursor === undefined) return undefined;
  }
}
