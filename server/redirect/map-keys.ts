import { type MessageField, type MessageName, messageSchema } from './message-schema.js';
import type { KeyMessage } from './messages.js';

type AnyMessage = Record<string, unknown>;

/**
 * Returns a message with every key in it, at any depth, replaced by what `mapKey` makes of it.
 * The message is never changed; parts without keys are shared with the result.
 */
export function mapKeys<T extends object>(
  name: MessageName,
  message: T,
  mapKey: (key: KeyMessage) => KeyMessage,
): T {
  let copy: AnyMessage | undefined;
  for (const [field, shape] of fieldsOf(name)) {
    const value = (message as AnyMessage)[field];
    if (value === undefined || value === null) continue;
    const mapped = mapField(shape, value, mapKey);
    if (mapped !== value) (copy ??= { ...(message as AnyMessage) })[field] = mapped;
  }
  return (copy ?? message) as T;
}

const schemaEntries = new Map(
  Object.entries(messageSchema).map(([name, fields]) => [
    name,
    Object.entries(fields) as [string, MessageField][],
  ]),
);

function fieldsOf(name: MessageName): [string, MessageField][] {
  return schemaEntries.get(name)!;
}

function mapField(
  [shape, name]: MessageField,
  value: unknown,
  mapKey: (key: KeyMessage) => KeyMessage,
): unknown {
  // What has another type than the protocol's is left to the client, which refuses it.
  const mapOne = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    return name === 'Key' ? mapKey(part) : mapKeys(name as MessageName, part, mapKey);
  };
  if (shape === 'one') return mapOne(value);
  if (shape === 'list') return Array.isArray(value) ? mapList(value, mapOne) : value;
  return typeof value === 'object' ? mapEntries(value as AnyMessage, mapOne) : value;
}

function mapList(list: unknown[], mapOne: (part: unknown) => unknown): unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, part] of list.entries()) {
    const mapped = mapOne(part);
    if (mapped !== part) (copy ??= [...list])[index] = mapped;
  }
  return copy ?? list;
}

function mapEntries(entries: AnyMessage, mapOne: (part: unknown) => unknown): AnyMessage {
  let copy: AnyMessage | undefined;
  for (const [name, part] of Object.entries(entries)) {
    const mapped = mapOne(part);
    if (mapped === part) continue;
    copy ??= { ...entries };
    // A property named __proto__ must not become the prototype of the copy.
    Object.defineProperty(copy, name, {
      value: mapped,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return copy ?? entries;
}
