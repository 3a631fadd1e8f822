import { invalidArgument } from '../errors.js';
import type { Partition } from '../keys/scope.js';
import { toBigInt, toInt64, toTimestamp } from '../values/numbers.js';
import { checkNotReserved, parsePropertyPath } from '../values/property-path.js';
import { getAt, setAt, type Properties } from '../values/property-tree.js';
import { identifyValue } from '../values/identify-value.js';
import { typeOf } from '../values/value-type.js';
import type { PropertyTransformMessage, ValueMessage } from '../wire/messages.js';

const REQUEST_TIME = 1;
/** Of one entity in a commit: https://cloud.google.com/datastore/docs/concepts/limits */
const MOST_TRANSFORMS = 500;
const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -(2n ** 63n);
const NULL: ValueMessage = { nullValue: 0 };

/** What transforms made of an entity's properties, and what each of them answers. */
export interface Transformed {
  properties: Properties;
  results: ValueMessage[];
}

/** Applies property transforms in their order. `time`: microseconds since 1970. */
export function transformProperties(
  properties: Properties,
  transforms: PropertyTransformMessage[],
  time: number,
  own: Partition,
): Transformed {
  if (transforms.length > MOST_TRANSFORMS) {
    throw invalidArgument(
      `An entity has ${transforms.length} property transformations; at most ${MOST_TRANSFORMS} are allowed.`,
    );
  }
  let transformed = properties;
  const results = transforms.map((transform) => {
    const path = parsePropertyPath(transform.property ?? '');
    checkNotReserved(path, 'property.name');
    const value = transformValue(getAt(transformed, path), transform, time, own);
    transformed = setAt(transformed, path, value);
    return Object.hasOwn(value, 'arrayValue') ? NULL : value;
  });
  return { properties: transformed, results };
}

function transformValue(
  before: ValueMessage | undefined,
  transform: PropertyTransformMessage,
  time: number,
  own: Partition,
): ValueMessage {
  if (Object.hasOwn(transform, 'setToServerValue')) {
    if (transform.setToServerValue !== REQUEST_TIME) {
      throw invalidArgument(
        'ServerValue type must be specified for set_to_server_value transformation.',
      );
    }
    return { timestampValue: toTimestamp(time - (time % 1000)) };
  }
  if (transform.increment) return combine(before, checkNumber(transform.increment), add);
  if (transform.maximum) return combine(before, checkNumber(transform.maximum), pick(1));
  if (transform.minimum) return combine(before, checkNumber(transform.minimum), pick(-1));
  if (transform.appendMissingElements) {
    return append(before, transform.appendMissingElements.values ?? [], own);
  }
  if (transform.removeAllFromArray) {
    return remove(before, transform.removeAllFromArray.values ?? [], own);
  }
  throw invalidArgument('Operation type must be specified for field transformation.');
}

function checkNumber(value: ValueMessage): ValueMessage {
  if (!isNumber(value)) throw invalidArgument('Input must be int64 or double.');
  return value;
}

function isNumber(value: ValueMessage): boolean {
  const type = typeOf(value);
  return type === 'integerValue' || type === 'doubleValue';
}

/** What is no number counts as not there: the given value takes its place. */
function combine(
  before: ValueMessage | undefined,
  given: ValueMessage,
  operate: (before: ValueMessage, given: ValueMessage) => ValueMessage,
): ValueMessage {
  return before === undefined || !isNumber(before) ? given : operate(before, given);
}

function add(before: ValueMessage, given: ValueMessage): ValueMessage {
  if (typeOf(before) === 'doubleValue' || typeOf(given) === 'doubleValue') {
    return { doubleValue: toNumber(before) + toNumber(given) };
  }
  const sum = toBigInt(before.integerValue) + toBigInt(given.integerValue);
  const clamped = sum > LARGEST ? LARGEST : sum < SMALLEST ? SMALLEST : sum;
  return { integerValue: toInt64(clamped) };
}

/** The larger (1) or smaller (-1); of equals the stored one, and NaN if either is. */
function pick(sign: 1 | -1): (before: ValueMessage, given: ValueMessage) => ValueMessage {
  return (before, given) => {
    if (Number.isNaN(toNumber(before))) return before;
    if (Number.isNaN(toNumber(given))) return given;
    return compareNumbers(given, before) * sign > 0 ? given : before;
  };
}

function compareNumbers(a: ValueMessage, b: ValueMessage): number {
  // JavaScript compares integers with doubles exactly.
  const [left, right] = [toExact(a), toExact(b)];
  return left > right ? 1 : left < right ? -1 : 0;
}

function toExact(value: ValueMessage): bigint | number {
  return typeOf(value) === 'doubleValue' ? value.doubleValue! : toBigInt(value.integerValue);
}

function toNumber(value: ValueMessage): number {
  return Number(toExact(value));
}

function append(
  before: ValueMessage | undefined,
  given: ValueMessage[],
  own: Partition,
): ValueMessage {
  const values = [...(before?.arrayValue?.values ?? [])];
  const present = new Set(values.map((value) => identifyValue(value, own)));
  for (const value of given) {
    const identity = identifyValue(value, own);
    if (present.has(identity)) continue;
    present.add(identity);
    values.push(value);
  }
  return { arrayValue: { values } };
}

function remove(
  before: ValueMessage | undefined,
  given: ValueMessage[],
  own: Partition,
): ValueMessage {
  const unwanted = new Set(given.map((value) => identifyValue(value, own)));
  const values = (before?.arrayValue?.values ?? []).filter(
    (value) => !unwanted.has(identifyValue(value, own)),
  );
  return { arrayValue: { values } };
}
