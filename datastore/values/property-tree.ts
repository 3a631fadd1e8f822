import type { EntityMessage, ValueMessage } from '../wire/messages.js';
import type { PropertyPath } from './property-path.js';

/** The properties of an entity. */
export type Properties = NonNullable<EntityMessage['properties']>;

/** The value at a path, if there is one. */
export function getAt(properties: Properties, path: PropertyPath): ValueMessage | undefined {
  let within: Properties | undefined = properties;
  for (const name of path.slice(0, -1)) within = innerProperties(within, name);
  return ownValue(within, path.at(-1)!);
}

/** The properties with a value put at a path; embedded entities on the way are made where there are none. */
export function setAt(
  properties: Properties,
  [name, ...rest]: PropertyPath,
  value: ValueMessage,
): Properties {
  const { [name!]: old, ...others } = properties;
  if (rest.length === 0) return { ...others, [name!]: value };
  const inner = setAt(innerProperties(properties, name!) ?? {}, rest, value);
  const entity = old?.entityValue;
  const kept = old !== undefined && entity ? old : {};
  return { ...others, [name!]: { ...kept, entityValue: { ...entity, properties: inner } } };
}

/** The properties without what is at a path. */
export function removeAt(properties: Properties, [name, ...rest]: PropertyPath): Properties {
  const { [name!]: old, ...others } = properties;
  if (old === undefined || rest.length === 0) return others;
  const inner = innerProperties(properties, name!);
  if (inner === undefined) return properties;
  const entityValue = { ...old.entityValue, properties: removeAt(inner, rest) };
  return { ...others, [name!]: { ...old, entityValue } };
}

function innerProperties(properties: Properties | undefined, name: string): Properties | undefined {
  const value = ownValue(properties, name);
  return value?.entityValue ? (value.entityValue.properties ?? {}) : undefined;
}

function ownValue(properties: Properties | undefined, name: string): ValueMessage | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
