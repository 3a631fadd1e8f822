import { parseForeignPartition, type Partition } from '../keys/scope.js';
import type { EntityMessage, KeyMessage, ValueMessage } from '../wire/messages.js';
import { toBigInt } from './numbers.js';

/**
 * Brings properties, in place, into the form in which they are stored: timestamps to the microsecond, every key with
 * its whole partition, except that a key in the entity's own partition has none. Says whether there is such a key.
 */
export function normalizeProperties(entity: EntityMessage, own: Partition): boolean {
  let hasOwnKeys = false;
  const normalizeKey = (key: KeyMessage): void => {
    const partition = parseForeignPartition(key.partitionId, own);
    if (isSamePartition(partition, own)) {
      key.partitionId = null;
      hasOwnKeys = true;
    } else key.partitionId = partition;
  };
  visitKeysAndTimes(entity, normalizeKey);
  return hasOwnKeys;
}

/** Gives the keys that {@link normalizeProperties} left without a partition, in place, the one they are read in. */
export function restorePartitions(entity: EntityMessage, own: Partition): void {
  const partitionId = { ...own };
  visitKeysAndTimes(entity, (key) => {
    key.partitionId ??= partitionId;
  });
}

/** Whether two partitions are the same. */
export function isSamePartition(a: Partition, b: Partition): boolean {
  return (
    a.namespaceId === b.namespaceId && a.databaseId === b.databaseId && a.projectId === b.projectId
  );
}

function visitKeysAndTimes(entity: EntityMessage, onKey: (key: KeyMessage) => void): void {
  for (const name in entity.properties) visitValue(entity.properties[name]!, onKey);
}

function visitValue(value: ValueMessage, onKey: (key: KeyMessage) => void): void {
  if (Object.hasOwn(value, 'keyValue')) onKey(value.keyValue!);
  else if (Object.hasOwn(value, 'timestampValue')) {
    const time = value.timestampValue!;
    const nanos = time.nanos ?? 0;
    if (nanos % 1000 !== 0) {
      value.timestampValue = {
        seconds: Number(toBigInt(time.seconds)),
        nanos: nanos - (nanos % 1000),
      };
    }
  } else if (Object.hasOwn(value, 'arrayValue')) {
    for (const element of value.arrayValue!.values ?? []) visitValue(element, onKey);
  } else if (Object.hasOwn(value, 'entityValue')) {
    const entity = value.entityValue!;
    if (entity.key) onKey(entity.key);
    visitKeysAndTimes(entity, onKey);
  }
}
