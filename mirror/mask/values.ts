import type { MaskValue } from './mask.js';

type ValueMessage = Record<string, unknown>;

/** What a mask sees of a value, decoded with integers as text. */
export function toMaskValue(value: ValueMessage, type: string): MaskValue {
  const content = value[type];
  switch (type) {
    case 'nullValue':
      return null;
    case 'booleanValue':
    case 'stringValue':
    case 'doubleValue':
      return content as boolean | string | number;
    case 'blobValue':
      return content as Uint8Array;
    case 'integerValue': {
      const integer = BigInt(content as string);
      const number = Number(integer);
      return Number.isSafeInteger(number) ? number : integer;
    }
    case 'timestampValue': {
      const { seconds = '0', nanos = 0 } = content as { seconds?: string; nanos?: number };
      return new Date(Number(seconds) * 1000 + Math.floor(nanos / 1_000_000));
    }
    case 'keyValue':
      return { opaque: 'key' };
    case 'geoPointValue':
      return { opaque: 'geoPoint' };
    case 'entityValue':
      return { opaque: 'entity' };
    default:
      return { opaque: 'array' };
  }
}

/** The other way round; undefined for what is no value. A number stays of the type that it took the place of. */
export function fromMaskValue(value: unknown, replaced: string): ValueMessage | undefined {
  if (value === null) return { nullValue: 0 };
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { booleanValue: value };
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? { integerValue: value.toString() } : undefined;
    case 'number': {
      const isInteger = Number.isSafeInteger(value) && replaced !== 'doubleValue';
      return isInteger ? { integerValue: String(value) } : { doubleValue: value };
    }
    default:
  }
  if (value instanceof Uint8Array) return { blobValue: value };
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
  const seconds = Math.floor(value.getTime() / 1000);
  const nanos = (value.getTime() - seconds * 1000) * 1_000_000;
  return { timestampValue: { seconds: String(seconds), nanos } };
}
