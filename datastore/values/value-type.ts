import type { ValueMessage } from '../wire/messages.js';

/** The name of the value's type, or undefined if none is set. */
export function typeOf(value: ValueMessage): keyof ValueMessage | undefined {
  for (const name of VALUE_TYPES)
    if (Object.hasOwn(value, name) && value[name] !== undefined) return name;
  return undefined;
}

const VALUE_TYPES = [
  'stringValue',
  'integerValue',
  'booleanValue',
  'doubleValue',
  'timestampValue',
  'nullValue',
  'keyValue',
  'blobValue',
  'arrayValue',
  'entityValue',
  'geoPointValue',
] as const;
