import type { EntityMessage, ValueMessage } from '../wire/messages.js';
import { encodeValue, type OrderedValue } from './encode-value.js';

/** A value that stands in an index, beside what it was before it was encoded. */
export interface IndexedValue {
  ordered: OrderedValue;
  value: ValueMessage;
}

/**
 * What the built-in indexes hold of an entity: for each property its values, those of an array one by one, those of an
 * embedded entity under dotted names, without what is excluded from indexes.
 */
export function collectIndexValues(entity: EntityMessage): Map<string, OrderedValue[]> {
  const collected = new Map<string, OrderedValue[]>();
  const { properties } = entity;
  const collect = (path: string, ordered: OrderedValue): void => {
    const values = collected.get(path);
    if (values === undefined) collected.set(path, [ordered]);
    else if (!values.includes(ordered)) values.push(ordered);
  };
  for (const name in properties) visitValues(name, properties[name]!, collect);
  return collected;
}

/** How many values the indexes would hold of an entity. */
export function countIndexValues(entity: EntityMessage): number {
  let count = 0;
  for (const values of collectIndexValues(entity).values()) count += values.length;
  return count;
}

/** Calls back for each value of a property that stands in an index. */
export function visitValues(
  name: string,
  value: ValueMessage,
  visit: (path: string, ordered: OrderedValue, value: ValueMessage) => void,
): void {
  if (value.excludeFromIndexes) return;
  if (Object.hasOwn(value, 'arrayValue')) {
    for (const element of value.arrayValue?.values ?? []) visitValues(name, element, visit);
  } else if (Object.hasOwn(value, 'entityValue')) {
    const properties = value.entityValue?.properties;
    for (const inner in properties) visitValues(`${name}.${inner}`, properties[inner]!, visit);
  } else {
    const ordered = encodeValue(value);
    if (ordered !== undefined) visit(name, ordered, value);
  }
}
