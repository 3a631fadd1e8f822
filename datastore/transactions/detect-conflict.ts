import { DatastoreError, invalidArgument, Status } from '../errors.js';
import type { StoredEntity } from '../storage/stored-entity.js';
import { toBigInt, toMicros } from '../values/numbers.js';
import type { MutationMessage } from '../wire/messages.js';

const FAIL = 3;

/**
 * Says whether a mutation was made for another version of the entity than the stored one: then it is not applied, or,
 * if it says so, the whole commit fails.
 */
export function detectConflict(
  message: MutationMessage,
  before: StoredEntity | undefined,
  operation: string,
): boolean {
  const expected = expectedVersion(message);
  const strategy = message.conflictResolutionStrategy ?? 0;
  if (expected === undefined) {
    if (strategy === 0) return false;
    throw invalidArgument(
      'cannot set a conflict resolution strategy if no detection strategy was set',
    );
  }
  if (operation === 'insert' && expected > 0n) {
    throw invalidArgument('Cannot insert an entity with a base version greater than zero.');
  }
  const stored = BigInt(before?.updated ?? 0);
  if (stored === expected) return false;
  if (strategy !== FAIL) return true;
  throw new DatastoreError(
    Status.FAILED_PRECONDITION,
    `the stored version (${stored}) does not match the required base version (${expected})`,
  );
}

/** The version of an entity is the time of its last change, so the two ways to name it are one. */
function expectedVersion(message: MutationMessage): bigint | undefined {
  if (Object.hasOwn(message, 'baseVersion') && message.baseVersion !== undefined) {
    const version = toBigInt(message.baseVersion);
    if (version < 0n) throw invalidArgument(`Invalid base_version: ${version}, it should be >= 0`);
    return version;
  }
  return message.updateTime ? toMicros(message.updateTime) : undefined;
}

/** Whether a mutation says for which version it was made. */
export function hasExpectedVersion(message: MutationMessage): boolean {
  return expectedVersion(message) !== undefined;
}
