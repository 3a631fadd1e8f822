import { parseForeignPartition, type Partition } from '../keys/scope.js';
import { typeOf } from './encode-value.js';
import type {
  EntityMessage,
  KeyMessage,
  TimestampMessage,
  ValueMessage,
} from '../wire/messages.js';

/** What {@link normalizeProperties} found. */
interface Normalized {
  /** Whether there is a key in the entity's own partition. */
  hasOwnKeys: boolean;
  /** Whether anything had to be brought into another form. */
  isChanged: boolean;
}

/**
 * Brings properties, in place, into the form in which they are stored: timestamps to the microsecond, every key with
 * its whole partition, except that a key in the entity's own partition has none.
 */
export function normalizeProperties(entity: EntityMessage, own: Partition): Normalized {
  const found: Normalized = { hasOwnKeys: false, isChanged: false };
  const normalizeKey = (key: KeyMessage): void => {
    const partition = parseForeignPartition(key.partitionId, own);
    const isOwn = isSamePartition(partition, own);
    key.partitionId = isOwn ? null : partition;
    found.hasOwnKeys ||= isOwn;
    found.isChanged = true;
  };
  const truncate = (time: TimestampMessage): void => {
    const nanos = time.nanos ?? 0;
    if (nanos % 1000 === 0) return;
    time.nanos = nanos - (nanos % 1000);
    found.isChanged = true;
  };
  visitEntity(entity, normalizeKey, truncate);
  return found;
}

/** Gives the keys that {@link normalizeProperties} left without a partition, in place, the one they are read in. */
export function restorePartitions(entity: EntityMessage, own: Partition): void {
  const partitionId = { ...own };
  const restore = (key: KeyMessage): void => {
    key.partitionId ??= partitionId;
  };
  visitEntity(entity, restore, () => {});
}

/** Whether two partitions are the same. */
export function isSamePartition(a: Partition, b: Partition): boolean {
  return (
    a.namespaceId === b.namespaceId && a.databaseId === b.databaseId && a.projectId === b.projectId
  );
}

type OnKey = (key: KeyMessage) => void;
type OnTime = (time: TimestampMessage) => void;

function visitEntity({ properties }: EntityMessage, onKey: OnKey, onTime: OnTime): void {
  for (const name in properties) visitValue(properties[name]!, onKey, onTime);
}

function visitValue(value: ValueMessage, onKey: OnKey, onTime: OnTime): void {
  switch (typeOf(value)) {
    case 'keyValue':
      return onKey(value.keyValue!);
    case 'timestampValue':
      return onTime(value.timestampValue!);
    case 'arrayValue':
      for (const element of value.arrayValue!.values ?? []) visitValue(element, onKey, onTime);
      return;
    case 'entityValue':
      if (value.entityValue!.key) onKey(value.entityValue!.key);
      return visitEntity(value.entityValue!, onKey, onTime);
    default:
  }
}
