import { type MessageName, messageSchema } from './message-schema.js';
import type { KeyMessage } from './messages.js';

type AnyMessage = Record<string, unknown>;
type KeyMapper = (key: KeyMessage) => KeyMessage;

/**
 * Returns a message with every key in it, at any depth, replaced by what `mapKey` makes of it.
 * The message is never changed; parts without keys are shared with the result.
 */
export function mapKeys<T extends object>(name: MessageName, message: T, mapKey: KeyMapper): T {
  return mapMessage(layouts.get(name)!, message as AnyMessage, mapKey) as T;
}

/** A message's fields that lead to keys; resolved once, because a response can hold 20,000 values. */
interface Layout {
  isKey: boolean;
  fields: { field: string; shape: string; layout: Layout }[];
}

const layouts = resolveLayouts();

function resolveLayouts(): ReadonlyMap<string, Layout> {
  const resolved = new Map<string, Layout>([['Key', { isKey: true, fields: [] }]]);
  for (const name of Object.keys(messageSchema)) resolved.set(name, { isKey: false, fields: [] });
  for (const [name, fields] of Object.entries(messageSchema)) {
    for (const [field, [shape, part]] of Object.entries(fields)) {
      resolved.get(name)!.fields.push({ field, shape, layout: resolved.get(part)! });
    }
  }
  return resolved;
}

function mapPart(layout: Layout, part: unknown, mapKey: KeyMapper): unknown {
  // What has another type than the protocol's is left to the client, which refuses it.
  if (typeof part !== 'object' || part === null) return part;
  return layout.isKey ? mapKey(part) : mapMessage(layout, part as AnyMessage, mapKey);
}

function mapMessage({ fields }: Layout, message: AnyMessage, mapKey: KeyMapper): AnyMessage {
  let copy: AnyMessage | undefined;
  for (const { field, shape, layout } of fields) {
    const value = message[field];
    if (typeof value !== 'object' || value === null) continue;
    let mapped: unknown;
    if (shape === 'one') mapped = mapPart(layout, value, mapKey);
    else if (shape === 'map') mapped = mapEntries(layout, value as AnyMessage, mapKey);
    else mapped = Array.isArray(value) ? mapList(layout, value, mapKey) : value;
    if (mapped !== value) (copy ??= { ...message })[field] = mapped;
  }
  return copy ?? message;
}

function mapList(layout: Layout, list: unknown[], mapKey: KeyMapper): unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const mapped = mapPart(layout, list[index], mapKey);
    if (mapped !== list[index]) (copy ??= [...list])[index] = mapped;
  }
  return copy ?? list;
}

function mapEntries(layout: Layout, entries: AnyMessage, mapKey: KeyMapper): AnyMessage {
  let copy: AnyMessage | undefined;
  for (const name of Object.keys(entries)) {
    const mapped = mapPart(layout, entries[name], mapKey);
    if (mapped === entries[name]) continue;
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
