import { invalidArgument } from '../errors.js';
import { checkPath, encodePath, incompleteKey, type Path } from '../keys/path.js';
import { parsePartition, type Partition, type Scope } from '../keys/scope.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { EntityContent } from '../storage/entity-content.js';
import { checkProperties } from '../values/check-value.js';
import { PropertyMask } from '../values/property-mask.js';
import type { KeyMessage, MutationMessage, PropertyTransformMessage } from '../wire/messages.js';

export type Operation = 'insert' | 'update' | 'upsert' | 'delete';

/** A mutation that was checked as far as that needs no look at what is stored. */
export interface Mutation {
  operation: Operation;
  partition: Partition;
  key: KeyMessage;
  /** Undefined while the key lacks its id. */
  path: Path | undefined;
  /** What it stores; undefined: it deletes. */
  content: EntityContent | undefined;
  /** The properties that it writes; undefined: all. */
  mask: PropertyMask | undefined;
  message: MutationMessage;
}

const OPERATIONS = ['insert', 'update', 'upsert', 'delete'] as const;

/** Checks a mutation. */
export function parseMutation(
  message: MutationMessage,
  scope: Scope,
  codec: EntityCodec,
): Mutation {
  const operation = OPERATIONS.find((name) => Object.hasOwn(message, name) && message[name]);
  if (operation === undefined) throw invalidArgument('Mutation is missing operation.');
  const { key, content } =
    operation === 'delete'
      ? { key: message.delete!, content: undefined }
      : codec.open(message[operation]!);
  if (!key) throw invalidArgument('Entity is missing key.');
  const partition = parsePartition(key.partitionId, scope);
  const { complete } = checkPath(key, 'write');
  if (!complete && (operation === 'update' || operation === 'delete')) throw incompleteKey(key);
  if (content !== undefined) {
    if (content.plain === undefined) checkProperties(content, partition);
    for (const transform of message.propertyTransforms ?? []) checkElements(transform, partition);
  } else if ((message.propertyTransforms ?? []).length > 0) {
    throw invalidArgument('Delete mutation cannot have PropertyTransforms.');
  }
  const mask = content && PropertyMask.parse(message.propertyMask);
  return {
    operation,
    partition,
    key,
    path: complete ? encodePath(key) : undefined,
    content,
    mask,
    message,
  };
}

function checkElements(transform: PropertyTransformMessage, partition: Partition): void {
  const arrayValue = transform.appendMissingElements ?? transform.removeAllFromArray;
  if (arrayValue) checkProperties({ properties: { values: { arrayValue } } }, partition);
}
