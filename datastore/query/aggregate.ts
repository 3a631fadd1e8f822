import { invalidArgument } from '../errors.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { NamespaceData } from '../storage/namespace-data.js';
import { checkPropertyName } from '../values/check-value.js';
import { decodeValue } from '../values/decode-value.js';
import type { OrderedValue } from '../values/encode-value.js';
import { toBigInt, toInt64 } from '../values/numbers.js';
import type { AggregationMessage, QueryMessage, ValueMessage } from '../wire/messages.js';
import { EntityValues } from './entity-values.js';
import { isPerValue, type Query, type Row } from './query.js';
import { contains } from './range.js';
import { countRows, findRows } from './rows.js';

/** One number to find out about the results of a query. */
export interface Aggregation {
  alias: string;
  operator: 'count' | 'sum' | 'avg';
  /** What is added up; undefined for a count. */
  property: string | undefined;
  upTo: bigint | undefined;
}

const KEY = '__key__';
const MAX_AGGREGATIONS = 5;
const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -(2n ** 63n);

/** Checks aggregations and names those that have no name. */
export function parseAggregations(messages: AggregationMessage[]): Aggregation[] {
  if (messages.length === 0) throw invalidArgument('Aggregations can not be empty.');
  if (messages.length > MAX_AGGREGATIONS) {
    throw invalidArgument(
      `The maximum number of aggregations allowed in a query is ${MAX_AGGREGATIONS}.`,
    );
  }
  const aliases = new Set<string>();
  let unnamed = 0;
  return messages.map((message) => {
    if (message.alias) checkPropertyName(message.alias);
    const alias = message.alias || `property_${++unnamed}`;
    if (aliases.has(alias)) {
      throw invalidArgument(`Aggregation aliases contain duplicate alias: ${alias}.`);
    }
    aliases.add(alias);
    return parseAggregation(message, alias);
  });
}

function parseAggregation(message: AggregationMessage, alias: string): Aggregation {
  if (message.count) {
    const upTo = message.count.upTo ? toBigInt(message.count.upTo.value) : undefined;
    if (upTo !== undefined && upTo < 0n) {
      throw invalidArgument(
        'The `up_to` value in a COUNT aggregation must be greater than or equal to zero.',
      );
    }
    return { alias, operator: 'count', property: undefined, upTo };
  }
  const operator = message.sum ? 'sum' : 'avg';
  const operand = message.sum ?? message.avg;
  if (!operand) throw invalidArgument('Operator field in Aggregation is not set.');
  const property = operand.property?.name ?? '';
  if (property === '') throw invalidArgument('The property.name is the empty string.');
  if (property === KEY) {
    throw invalidArgument(`Aggregations are not supported for the property: ${KEY}`);
  }
  return { alias, operator, property, upTo: undefined };
}

/** Refuses to add up what the query's projection leaves out. */
export function checkOperands(
  projection: QueryMessage['projection'],
  aggregations: Aggregation[],
): void {
  const names = (projection ?? []).map(({ property }) => property?.name);
  if (names.length === 0) return;
  const hidden = aggregations.find(
    ({ property }) => property !== undefined && !names.includes(property),
  );
  if (hidden === undefined) return;
  throw invalidArgument(
    names.every((name) => name === KEY)
      ? 'Aggregation over non-key properties is not supported for base query that only returns keys.'
      : `The aggregation property ${hidden.property} is not present in the base query's projection.`,
  );
}

/** The query whose results are aggregated: an entity that lacks a property to add up is none of them. */
export function requireProperties(unaggregated: Query, aggregations: Aggregation[]): Query {
  const query = { ...unaggregated, isAggregated: true };
  const operands = aggregations.flatMap(({ property }) => property ?? []);
  const known = query.components.map(({ property }) => property);
  const added = [...new Set(operands)].filter((name) => !known.includes(name)).toSorted();
  if (added.length === 0) return query;
  const { components, keyPosition, keyDescending, ordersByKey } = query;
  if (ordersByKey && !isPerValue(query)) {
    return { ...query, required: [...new Set([...query.required, ...added])] };
  }
  // Offset and limit count in the order of the index that holds them all.
  const descending =
    keyPosition === components.length ? keyDescending : components.at(-1)!.descending;
  const implied = added.map((property) => ({ property, descending, role: 'value' as const }));
  return {
    ...query,
    components: [...components, ...implied],
    keyPosition: ordersByKey ? keyPosition : keyPosition + added.length,
    required: query.required.filter((name) => !added.includes(name)),
  };
}

/** Runs aggregations over the results of a query. */
export function aggregate(
  query: Query,
  aggregations: Aggregation[],
  data: NamespaceData | undefined,
  codec: EntityCodec,
): { properties: Record<string, ValueMessage>; count: number } {
  const sums = new Map<string, Sum>();
  for (const { property } of aggregations)
    if (property !== undefined) sums.set(property, new Sum());
  const known = sums.size === 0 && data !== undefined ? countRows(query, data) : undefined;
  let count =
    known === undefined ? 0 : Math.min(Math.max(0, known - query.offset), query.limit ?? Infinity);
  if (known === undefined && data !== undefined) {
    for (const row of counted(query, data, codec)) {
      count++;
      for (const [property, sum] of sums) addRow(sum, property, row, query, data, codec);
    }
  }
  const finished = aggregations.map(
    (aggregation) => [aggregation.alias, finish(aggregation, count, sums)] as const,
  );
  return { properties: Object.fromEntries(finished), count };
}

/** The rows that offset and limit leave. */
function* counted(query: Query, data: NamespaceData, codec: EntityCodec): Generator<Row> {
  const { offset, limit = Infinity } = query;
  let at = 0;
  if (limit === 0) return;
  for (const row of findRows(query, data, codec)) {
    if (at >= offset) yield row;
    at++;
    if (at >= offset + limit) return;
  }
}

function addRow(
  sum: Sum,
  property: string,
  row: Row,
  query: Query,
  data: NamespaceData,
  codec: EntityCodec,
): void {
  for (const ordered of operandsOf(property, row, query, data, codec)) {
    sum.add(decodeValue(ordered, query.partition));
  }
}

function operandsOf(
  property: string,
  row: Row,
  query: Query,
  data: NamespaceData,
  codec: EntityCodec,
): OrderedValue[] {
  if (isPerValue(query)) {
    // The other values of an array are other results.
    const at = query.components.findIndex((component) => component.property === property);
    return [row.values[at]!];
  }
  const entity = new EntityValues(codec, data.entities.get(row.path)!);
  const ranges = query.disjuncts.map(({ ranges }) => ranges.get(property));
  return entity
    .of(property)
    .filter((ordered) => ranges.some((range) => range === undefined || contains(range, ordered)));
}

function finish(
  { operator, property, upTo }: Aggregation,
  count: number,
  sums: Map<string, Sum>,
): ValueMessage {
  if (operator === 'sum') return sums.get(property!)!.total();
  if (operator === 'avg') return sums.get(property!)!.average();
  const capped = upTo !== undefined && upTo < BigInt(count) ? upTo : BigInt(count);
  return { integerValue: toInt64(capped) };
}

/** Adds up numbers: exactly as long as they are integers. */
class Sum {
  private integers = 0n;
  private doubles = 0;
  private hasDouble = false;
  private numbers = 0;

  add(value: ValueMessage): void {
    if (value.integerValue !== undefined && Object.hasOwn(value, 'integerValue')) {
      this.integers += toBigInt(value.integerValue);
    } else if (Object.hasOwn(value, 'doubleValue')) {
      this.doubles += value.doubleValue!;
      this.hasDouble = true;
    } else return;
    this.numbers++;
  }

  total(): ValueMessage {
    const fits = this.integers <= LARGEST && this.integers >= SMALLEST;
    if (this.hasDouble || !fits) return { doubleValue: Number(this.integers) + this.doubles };
    return { integerValue: toInt64(this.integers) };
  }

  average(): ValueMessage {
    if (this.numbers === 0) return { nullValue: 0 };
    return { doubleValue: (Number(this.integers) + this.doubles) / this.numbers };
  }
}
