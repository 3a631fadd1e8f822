import { isMetadataKind } from '../query/metadata.js';
import type { Component, Conjunction, Query } from '../query/query.js';
import { isSinglePath } from '../query/range.js';
import { KEY, type IndexDefinition, type IndexProperty } from './definition.js';

/**
 * What an index must be like to serve one conjunction of a query: first the properties with an equality, in any order,
 * then those that results are sorted by, then those that it only has to hold.
 */
export interface IndexNeed {
  kind: string;
  ancestor: boolean;
  equals: string[];
  /** In the order in which an index has them, the key included. */
  tail: Segment[];
}

/** Successive properties of an index. */
export interface Segment {
  properties: IndexProperty[];
  /** Whether their order and directions matter. */
  isSorted: boolean;
}

/** What the conjunctions of a query need, each need once. What every database serves by itself is left out. */
export function listNeeds(query: Query): IndexNeed[] {
  const { kind } = query;
  if (kind === undefined || isMetadataKind(kind)) return [];
  const needs = query.disjuncts
    // One key is looked up, whatever else there is.
    .filter(({ keys }) => !isSinglePath(keys))
    .map((conjunction) => describeNeed(query, kind, conjunction));
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}

/** The one index that would serve a need alone. */
export function recommendIndex({ kind, ancestor, equals, tail }: IndexNeed): IndexDefinition {
  const heads = equals.map((name) => ({ name, descending: false }));
  const rest = tail.flatMap(({ properties }) => properties);
  const last = rest.at(-1)!;
  const before = rest.at(-2) ?? heads.at(-1);
  // The key at the end goes without saying where it goes the way of the property before it.
  const isImplied = last.name === KEY && last.descending === (before?.descending ?? false);
  return { kind, ancestor, properties: [...heads, ...(isImplied ? rest.slice(0, -1) : rest)] };
}

function describeNeed(query: Query, kind: string, conjunction: Conjunction): IndexNeed {
  const { equals, ancestor } = conjunction;
  const isFree = ({ property }: Component): boolean => !equals.has(property);
  const before = query.components.slice(0, query.keyPosition).filter(isFree);
  const after = query.components.slice(query.keyPosition).filter(isFree);
  const filtered = [...conjunction.ranges.keys()].filter(
    (name) => !equals.has(name) && query.required.includes(name),
  );
  // What follows the key sorts nothing more: it only has to be there.
  const held = [...after.map(({ property }) => property), ...filtered];
  const last = before.at(-1);
  const key: Segment = {
    properties: [{ name: KEY, descending: query.keyDescending }],
    isSorted: last?.role !== 'value',
  };
  return {
    kind,
    ancestor,
    equals: [...equals.keys()].toSorted(),
    tail: [...toSegments(before), key, ...holdSegment(held)],
  };
}

function toSegments(components: Component[]): Segment[] {
  const roles = ['order', 'group', 'inequality', 'value'] as const;
  return roles
    .map((role) => ({
      properties: components
        .filter((component) => component.role === role)
        .map(({ property, descending }) => ({ name: property, descending }))
        .toSorted((a, b) => (role === 'group' ? compareNames(a, b) : 0)),
      isSorted: role === 'order' || role === 'inequality',
    }))
    .filter(({ properties }) => properties.length > 0);
}

/** An index may have groups in any order: the recommended one has them by name. */
function compareNames(a: IndexProperty, b: IndexProperty): number {
  return a.name < b.name ? -1 : 1;
}

function holdSegment(names: string[]): Segment[] {
  if (names.length === 0) return [];
  return [{ properties: names.map((name) => ({ name, descending: false })), isSorted: false }];
}
