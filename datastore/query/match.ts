import type { OrderedValue } from '../values/encode-value.js';
import type { EntityValues } from './entity-values.js';
import { isPerValue, type Component, type Conjunction, type Query } from './query.js';
import { contains } from './range.js';

/**
 * The places of an entity in a query's order, as far as one conjunction is concerned: none if it does not match, one
 * for an ordinary query, one for each combination of indexed values for a projection or DISTINCT ON.
 */
export function placeEntity(
  query: Query,
  conjunction: Conjunction,
  entity: EntityValues,
): OrderedValue[][] {
  for (const [property, wanted] of conjunction.equals) {
    const values = entity.of(property);
    if (!wanted.every((value) => values.includes(value))) return [];
  }
  for (const [property, range] of conjunction.ranges) {
    if (!entity.of(property).some((value) => contains(range, value))) return [];
  }
  for (const property of query.required) {
    if (entity.of(property).length === 0) return [];
  }
  let places: OrderedValue[][] = [[]];
  for (const component of query.components) {
    const candidates = listCandidates(component, conjunction, entity);
    if (candidates.length === 0) return [];
    const chosen = isPerValue(query) ? candidates : [pickFirst(component, candidates)];
    places = places.flatMap((place) => chosen.map((value) => [...place, value]));
  }
  return places;
}

/** The values under which an entity can stand for a component: those that the conjunction's own filters let through. */
function listCandidates(
  { property }: Component,
  conjunction: Conjunction,
  entity: EntityValues,
): OrderedValue[] {
  const equals = conjunction.equals.get(property);
  if (equals !== undefined) return equals;
  const range = conjunction.ranges.get(property);
  const values = entity.of(property);
  return range === undefined ? values : values.filter((value) => contains(range, value));
}

/** Ascending an array sorts by its smallest value, descending by its largest. */
function pickFirst({ descending }: Component, values: OrderedValue[]): OrderedValue {
  return values.reduce((best, value) => (value < best !== descending ? value : best));
}
