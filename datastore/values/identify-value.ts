import type { Partition } from '../keys/scope.js';
import type { EntityMessage, ValueMessage } from '../wire/messages.js';
import { encodeGivenValue } from './encode-value.js';
import { toBigInt } from './numbers.js';
import { typeOf } from './value-type.js';

/**
 * The same text for values that count as the same to array transforms: 3 and 3.0 do, NaN and NaN do, entities do
 * whatever the order of their properties, and what is indexed does not matter (PropertyTransform.append_missing_elements).
 */
export function identifyValue(value: ValueMessage, own: Partition): string {
  const type = typeOf(value);
  switch (type) {
    case 'integerValue':
      return `number ${toBigInt(value.integerValue)}`;
    case 'doubleValue':
      return `number ${Number.isInteger(value.doubleValue) ? BigInt(value.doubleValue!) : value.doubleValue}`;
    case 'arrayValue':
      return `array ${JSON.stringify((value.arrayValue!.values ?? []).map((element) => identifyValue(element, own)))}`;
    case 'entityValue':
      return `entity ${JSON.stringify(identifyEntity(value.entityValue!, own))}`;
    default:
      return `${type} ${encodeGivenValue(value, own)}`;
  }
}

function identifyEntity({ key, properties }: EntityMessage, own: Partition): unknown {
  const names = Object.keys(properties ?? {}).toSorted();
  const namespaceId = key?.partitionId?.namespaceId ?? (key ? own.namespaceId : undefined);
  return [
    namespaceId,
    // The key of an embedded entity need not be complete.
    key?.path,
    names.map((name) => [name, identifyValue(properties![name]!, own)]),
  ];
}
