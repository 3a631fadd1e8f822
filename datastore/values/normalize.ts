import { isSamePartition, parseForeignPartition, type Partition } from '../keys/scope.js';
import type {
  EntityMessage,
  KeyMessage,
  TimestampMessage,
  ValueMessage,
} from '../wire/messages.js';
import { typeOf } from './value-type.js';

/** What {@link normalizeProperties} found. */
interface Normalized {
  /** Whether there is a key in the entity's own partition. */
  hasOwnKeys: boolean;
  /** Whether they may have come in another form than they are stored in. */
  isChanged: boolean;
}

/**
 * Brings properties, in place, into the form in which they are stored: timestamps to the microsecond, every key with
 * its whole partition, except that a key in the entity's own partition has none.
 */
export function normalizeProperties(entity: EntityMessage, own: Partition): Normalized {
  const found: Normalized = { hasOwnKeys: false, isChanged: false };
  visitEntity(entity, {
    key(key) {
      const partition = parseForeignPartition(key.partitionId, own);
      const isOwn = isSamePartition(partition, own);
      key.partitionId = isOwn ? null : partition;
      found.hasOwnKeys ||= isOwn;
      found.isChanged = true;
    },
    time(time) {
      const nanos = time.nanos ?? 0;
      if (nanos % 1000 === 0) return;
      time.nanos = nanos - (nanos % 1000);
      found.isChanged = true;
    },
    text(text) {
      // Stands for what was no UTF-8, if it was not sent itself.
      if (text.includes('\ufffd')) found.isChanged = true;
    },
  });
  return found;
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
  text?(text: string): void;
}

function visitEntity({ properties }: EntityMessage, visitor: Visitor): void {
  for (const name in properties) {
    visitor.text?.(name);
    visitValue(properties[name]!, visitor);
  }
}

function visitValue(value: ValueMessage, visitor: Visitor): void {
  switch (typeOf(value)) {
    case 'stringValue':
      return visitor.text?.(value.stringValue!);
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
