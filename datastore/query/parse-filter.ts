import { invalidArgument } from '../errors.js';
import { parsePath } from '../keys/path.js';
import { parsePartition, type Partition } from '../keys/scope.js';
import { encodeFilterValue } from '../values/encode-value.js';
import { typeOf } from '../values/value-type.js';
import type { FilterMessage, PropertyFilterMessage, ValueMessage } from '../wire/messages.js';
import {
  intersect,
  rangeOfDescendants,
  rangeOfPaths,
  rangeOfValues,
  EVERYTHING,
  type Comparison,
} from './range.js';
import type { Conjunction } from './query.js';
import {
  checkAncestors,
  checkCount,
  conjoin,
  toConjunction,
  type Condition,
} from './alternatives.js';

/** The filters of a query as alternatives, with what they say about its order. */
export interface ParsedFilter {
  disjuncts: Conjunction[];
  /** Properties with an inequality, in alphabetical order; `__key__`, if it has one, is the last. */
  inequalities: string[];
  /** Properties with an equality or IN. */
  equalities: string[];
  /** All of them, as they come. */
  properties: string[];
  /** How many filters there are, ancestors apart. */
  filters: number;
  hasAncestor: boolean;
}

const KEY = '__key__';
const MAX_IN = 30;
const MAX_NOT_IN = 10;
const MAX_FILTER_DEPTH = 50;

const OPERATORS: Record<number, Operator> = {
  1: '<',
  2: '<=',
  3: '>',
  4: '>=',
  5: '=',
  6: 'IN',
  9: '!=',
  11: 'ANCESTOR',
  13: 'NOT_IN',
};

type Operator = Comparison | 'IN' | '!=' | 'ANCESTOR' | 'NOT_IN';

/** Turns a filter into alternatives of conditions that must all hold (its disjunctive normal form). */
export function parseFilter(
  filter: FilterMessage | null | undefined,
  partition: Partition,
): ParsedFilter {
  const parser = new FilterParser(partition);
  const alternatives = filter ? parser.parse(filter, 0) : [[]];
  parser.checkNegation();
  checkAncestors(alternatives);
  return {
    disjuncts: alternatives.map(toConjunction),
    inequalities: [...parser.inequalities].toSorted(compareProperties),
    equalities: [...parser.equalities],
    properties: [...parser.properties],
    filters: parser.filters,
    hasAncestor: parser.hasAncestor,
  };
}

class FilterParser {
  readonly inequalities = new Set<string>();
  readonly equalities = new Set<string>();
  readonly properties = new Set<string>();
  filters = 0;
  hasAncestor = false;
  private readonly partition: Partition;
  private negations = 0;
  private hasNotIn = false;
  private hasDisjunction = false;

  constructor(partition: Partition) {
    this.partition = partition;
  }

  parse(filter: FilterMessage, depth: number): Condition[][] {
    if (depth > MAX_FILTER_DEPTH) throw invalidArgument('The filter is nested too deeply.');
    if (filter.propertyFilter) return this.parseProperty(filter.propertyFilter);
    if (!filter.compositeFilter) {
      throw invalidArgument('a filter must have exactly one of its fields set');
    }
    const { op, filters = [] } = filter.compositeFilter;
    if (filters.length === 0) {
      throw invalidArgument('A composite filter must have at least one sub-filter.');
    }
    const parts = filters.map((part) => this.parse(part, depth + 1));
    if (op === 1) return conjoin(parts);
    if (op === 2) {
      this.hasDisjunction ||= filters.length > 1;
      return checkCount(parts.flat());
    }
    throw invalidArgument('a composite filter must specify an operator');
  }

  private parseProperty(filter: PropertyFilterMessage): Condition[][] {
    const property = filter.property?.name ?? '';
    if (property === '') throw invalidArgument('The property.name is the empty string.');
    this.properties.add(property);
    const op = OPERATORS[filter.op ?? 0];
    if (op === undefined) throw invalidArgument('a property filter must specify an operator');
    const value = filter.value;
    if (!value || typeOf(value) === undefined) {
      throw invalidArgument(`The value "${property}" does not contain a value.`);
    }
    if (op !== 'ANCESTOR') this.filters++;
    switch (op) {
      case 'ANCESTOR':
        this.hasAncestor = true;
        return [[this.parseAncestor(property, value)]];
      case 'IN':
        return this.parseIn(property, value);
      case 'NOT_IN':
        return this.parseNotIn(property, value);
      case '!=':
        this.countNegation();
        return this.exclude(property, [value]);
      default:
        return [[this.compare(property, op, value)]];
    }
  }

  private compare(property: string, op: Comparison, value: ValueMessage): Condition {
    if (op === '=') this.equalities.add(property);
    else this.noteInequality(property);
    if (property === KEY) return { property, keys: rangeOfPaths(op, this.parseKey(value)) };
    const ordered = encodeFilterValue(value, property, this.partition);
    return op === '='
      ? { property, values: { equals: ordered } }
      : { property, range: rangeOfValues(op, ordered) };
  }

  private parseIn(property: string, value: ValueMessage): Condition[][] {
    const values = readList(value, 'IN', MAX_IN);
    this.hasDisjunction = true;
    return values.map((element) => [this.compare(property, '=', element)]);
  }

  private parseNotIn(property: string, value: ValueMessage): Condition[][] {
    this.countNegation();
    this.hasNotIn = true;
    return this.exclude(property, readList(value, 'NOT_IN', MAX_NOT_IN));
  }

  /** The gaps between the values. */
  private exclude(property: string, values: ValueMessage[]): Condition[][] {
    this.noteInequality(property);
    const isKey = property === KEY;
    const points = values
      .map((value) =>
        isKey ? this.parseKey(value) : encodeFilterValue(value, property, this.partition),
      )
      .toSorted((a, b) => (a < b ? -1 : 1));
    const rangeOf = isKey ? rangeOfPaths : rangeOfValues;
    const gaps = [EVERYTHING, ...points.map((point) => rangeOf('>', point))].map((gap, at) =>
      at < points.length ? intersect(gap, rangeOf('<', points[at]!)) : gap,
    );
    return gaps.map((gap) => [isKey ? { property, keys: gap } : { property, range: gap }]);
  }

  /** Refuses NOT_IN beside other alternatives. */
  checkNegation(): void {
    if (this.hasNotIn && this.hasDisjunction) {
      throw invalidArgument("'NOT_IN' cannot be used in the same query with 'IN' or 'OR'.");
    }
  }

  private countNegation(): void {
    this.negations++;
    if (this.negations > 1) {
      throw invalidArgument("Only a single 'NOT_EQUAL' or 'NOT_IN' is allowed per query.");
    }
  }

  private noteInequality(property: string): void {
    this.inequalities.add(property);
  }

  private parseAncestor(property: string, value: ValueMessage): Condition {
    if (property !== KEY) throw invalidArgument('property must be __key__');
    if (typeOf(value) !== 'keyValue') throw invalidArgument('HAS_ANCESTOR requires a key value');
    const ancestor = this.parseKey(value);
    return { property, keys: rangeOfDescendants(ancestor), ancestor };
  }

  private parseKey(value: ValueMessage): string {
    if (typeOf(value) !== 'keyValue') throw invalidArgument('__key__ filter value must be a Key');
    const key = value.keyValue!;
    const { namespaceId } = parsePartition(key.partitionId, this.partition);
    if (namespaceId !== this.partition.namespaceId) {
      throw invalidArgument(
        `The query namespace is '${this.partition.namespaceId}' but __key__ filter namespace is '${namespaceId}'.`,
      );
    }
    return parsePath(key, 'read');
  }
}

function compareProperties(a: string, b: string): number {
  if (a === KEY || b === KEY) return a === KEY ? 1 : -1;
  return a < b ? -1 : 1;
}

function readList(value: ValueMessage, op: string, most: number): ValueMessage[] {
  if (typeOf(value) !== 'arrayValue') throw invalidArgument(`${op} requires an ArrayValue.`);
  const values = value.arrayValue!.values ?? [];
  if (values.length === 0) throw invalidArgument(`${op} requires an non-empty ArrayValue.`);
  if (values.length > most) {
    throw invalidArgument(
      op === 'IN'
        ? `IN supports up to ${most} values. There are ${values.length} values in the IN filter in your query.`
        : `NOT_IN supports up to ${most} values.`,
    );
  }
  return values;
}
