import { isSamePartition, parseForeignPartition, type Partition } from '../keys/scope.js';
import type {
  EntityMessage,
  KeyMessage,
  TimestampMessage,
  ValueMessage,
} from '../wire/messages.js';
import { typeOf } from './value-type.js';

/**
 * Brings properties, in place, into the form in which they are stored: timestamps to the microsecond, every key with
 * its whole partition, except that a key in the entity's own partition has none.
 *
 * @returns Whether there is a key in the entity's own partition.
 */
export function normalizeProperties(entity: EntityMessage, own: Partition): boolean {
  let hasOwnKeys = false;
  visitEntity(entity, {
    key(key) {
      const partition = parseForeignPartition(key.partitionId, own);
      const isOwn = isSamePartition(partition, own);
      key.partitionId = isOwn ? null : partition;
      hasOwnKeys ||= isOwn;
    },
    time(time) {
      const nanos = time.nanos ?? 0;
      time.nanos = nanos - (nanos % 1000);
    },
  });
  return hasOwnKeys;
}

/** Gives the keys that {@link normalizeProperties} left without a partition, in place, the one they are read in. */
export function restorePartitions(entity: EntityMessage, own: Partition): void {
  const partitionId = { ...own };
  visitEntity(entity, {
    key(key) {
      key.partitionId ??= partitionId;
    },
  });
}

/** What of an entity is of interest, wherever in it it is. */
interface Visitor {
  key(key: KeyMessage): void;
  time?(time: TimestampMessage): void;
}

function visitEntity({ properties }: EntityMessage, visitor: Visitor): void {
  for (const name in properties) visitValue(properties[name]!, visitor);
}

function visitValue(value: ValueMessage, visitor: Visitor): void {
  switch (typeOf(value)) {
    case 'keyValue':
      return visitor.key(value.keyValue!);
    case 'timestampValue':
      return visitor.time?.(value.timestampValue!);
    case 'arrayValue':
      for (const element of value.arrayValue!.values ?? []) visitValue(element, visitor);
      return;
    case 'entityValue':
      if (value.entityValue!.key) visitor.key(value.entityValue!.key);
      return visitEntity(value.entityValue!, visitor);
    default:
  }
}
