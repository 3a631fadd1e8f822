import type { Path } from '../keys/path.js';
import type { Partition } from '../keys/scope.js';
import type { OrderedValue } from '../values/encode-value.js';
import type { Range } from './range.js';

/**
 * Why a property is in the order of results: the query sorts by it, groups by it, compares it with an inequality, or
 * returns it or adds it up.
 */
export type ComponentRole = 'order' | 'group' | 'inequality' | 'value';

/** A property by which results are sorted. */
export interface Component {
  property: string;
  descending: boolean;
  role: ComponentRole;
}

/**
 * Filters that must all hold. A query with OR, IN, NOT_IN or != is several of these, of which one must hold.
 */
export interface Conjunction {
  /** Whether the keys are those of an ancestor and its descendants. */
  ancestor: boolean;
  /** The keys that come into question: a range of paths. */
  keys: Range;
  /** The values that a property must have, each in any element of an array. */
  equals: Map<string, OrderedValue[]>;
  /** The range in which one value of a property must lie. */
  ranges: Map<string, Range>;
}

/** A position between two results: after one or, if its query ran the other way round, before it. */
export interface Cursor {
  values: OrderedValue[];
  path: Path;
  isBefore: boolean;
}

/** A query as it is run. */
export interface Query {
  partition: Partition;
  /** Undefined: entities of all kinds. */
  kind: string | undefined;
  disjuncts: Conjunction[];
  /** By what results are sorted before their keys are compared; an entity needs an indexed value of each. */
  components: Component[];
  keyDescending: boolean;
  /** How many components are compared before the keys are; all, unless an order by key comes first. */
  keyPosition: number;
  /** Whether the request sorts by key or compares it: nothing that is added later comes before the key. */
  ordersByKey: boolean;
  /** Properties that an entity must have in an index without being sorted by them. */
  required: string[];
  keysOnly: boolean;
  /** Whether its results are only counted and added up, for which the service reads index entries alone. */
  isAggregated: boolean;
  /** The properties to return, out of the indexes; every combination of their values is a result. */
  projection: string[] | undefined;
  /** How many of the components results must differ in; 0: all results are wanted. */
  distinct: number;
  start: Cursor | undefined;
  /** The start as the request has it. */
  startCursor: Uint8Array | undefined;
  end: Cursor | undefined;
  offset: number;
  limit: number | undefined;
}

/** Whether every combination of an entity's indexed values is a result of its own. */
export function isPerValue({ projection, distinct }: Query): boolean {
  return projection !== undefined || distinct > 0;
}

/** A result, and where it stands among the others. */
export interface Row {
  path: Path;
  /** One for each component of the query. */
  values: OrderedValue[];
}
