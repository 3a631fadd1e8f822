import { invalidArgument } from '../errors.js';
import type { Conjunction } from './query.js';
import { EVERYTHING, intersect, type Range } from './range.js';

/** One condition on one property. */
export interface Condition {
  property: string;
  values?: { equals: string };
  range?: Range;
  keys?: Range;
  ancestor?: string;
}

const MAX_DISJUNCTS = 30;

/** What parts ask for that must all hold. An ancestor that is named again outside of alternatives is one. */
export function conjoin(parts: Condition[][][]): Condition[][] {
  const certain = parts.flatMap((part) => (part.length === 1 ? part[0]! : []));
  const named = certain.map(({ ancestor }) => ancestor);
  const conditions = certain.filter(
    ({ ancestor }, at) => ancestor === undefined || named.indexOf(ancestor) === at,
  );
  return parts.filter(({ length }) => length !== 1).reduce(combine, [conditions]);
}

/** Both alternatives of one and alternatives of the other. */
function combine(left: Condition[][], right: Condition[][]): Condition[][] {
  checkCount({ length: left.length * right.length });
  return left.flatMap((a) => right.map((b) => [...a, ...b]));
}

/** Refuses more alternatives than a query may have. */
export function checkCount<T extends { length: number }>(alternatives: T): T {
  if (alternatives.length > MAX_DISJUNCTS) {
    throw invalidArgument(
      `Too many disjunctions after normalization. Result had ${alternatives.length} disjunctions ` +
        `which is more than the maximum of ${MAX_DISJUNCTS}`,
    );
  }
  return alternatives;
}

/** Refuses alternatives that do not share their ancestor. */
export function checkAncestors(alternatives: Condition[][]): void {
  const ancestorsOf = (conditions: Condition[]): string[] =>
    conditions.flatMap(({ ancestor }) => (ancestor === undefined ? [] : [ancestor]));
  const first = ancestorsOf(alternatives[0]!);
  const isCommon = alternatives.every((conditions) => {
    const ancestors = ancestorsOf(conditions);
    return ancestors.length <= 1 && ancestors[0] === first[0];
  });
  if (!isCommon) {
    throw invalidArgument('All disjunctions must have a common and unique ancestor constraint.');
  }
}

/** What conditions that must all hold ask for. */
export function toConjunction(conditions: Condition[]): Conjunction {
  const conjunction: Conjunction = {
    ancestor: conditions.some(({ ancestor }) => ancestor !== undefined),
    keys: EVERYTHING,
    equals: new Map(),
    ranges: new Map(),
  };
  for (const { property, values, range, keys } of conditions) {
    if (keys !== undefined) conjunction.keys = intersect(conjunction.keys, keys);
    if (values !== undefined) {
      const equals = conjunction.equals.get(property) ?? [];
      conjunction.equals.set(property, equals);
      if (!equals.includes(values.equals)) equals.push(values.equals);
    }
    if (range !== undefined) {
      const before = conjunction.ranges.get(property) ?? EVERYTHING;
      conjunction.ranges.set(property, intersect(before, range));
    }
  }
  return conjunction;
}
