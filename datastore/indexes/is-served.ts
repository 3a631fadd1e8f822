import { KEY, withKey, type IndexDefinition, type IndexProperty } from './definition.js';
import type { IndexNeed, Segment } from './list-needs.js';

/**
 * Whether indexes serve a need. Indexes that agree in what follows their equalities are merged (zigzag): together they
 * must have every equality, and the ancestor (https://cloud.google.com/datastore/docs/concepts/indexes, "Index
 * configuration", and https://cloud.google.com/datastore/docs/concepts/optimize-indexes, "Index merge").
 */
export function isServed(need: IndexNeed, definitions: readonly IndexDefinition[]): boolean {
  const covered = new Set<string>();
  let hasIndex = false;
  let hasAncestor = !need.ancestor;
  for (const definition of [...listBuiltIns(need), ...definitions]) {
    if (definition.kind !== need.kind || (definition.ancestor && !need.ancestor)) continue;
    const equals = matchEqualities(need, definition);
    if (equals === undefined) continue;
    hasIndex = true;
    hasAncestor ||= definition.ancestor;
    for (const name of equals) covered.add(name);
  }
  return hasIndex && hasAncestor && need.equals.every((name) => covered.has(name));
}

/**
 * The indexes of every database: the keys of each kind, and each property in both directions. In the order of keys an
 * ancestor's entities are one stretch of any index, so that these serve it too.
 */
function listBuiltIns({ kind, ancestor, equals, tail }: IndexNeed): IndexDefinition[] {
  const names = tail.flatMap(({ properties }) => properties).map(({ name }) => name);
  if (names.length === 1) {
    const keys = { kind, ancestor, properties: [] };
    const byValue = equals.map((name) => ({
      kind,
      ancestor,
      properties: [{ name, descending: false }],
    }));
    return [keys, ...byValue];
  }
  if (names.length > 2) return [];
  const [name] = names.filter((one) => one !== KEY);
  return [false, true].map((descending) => ({
    kind,
    ancestor: false,
    properties: [{ name: name!, descending }],
  }));
}

/** The equalities that an index has before the need's tail; undefined if it does not end with that. */
function matchEqualities(
  { equals, tail }: IndexNeed,
  definition: IndexDefinition,
): string[] | undefined {
  const properties = withKey(definition.properties);
  let at = properties.length;
  for (const segment of tail.toReversed()) {
    const end = at;
    at -= segment.properties.length;
    if (at < 0 || !fits(segment, properties.slice(at, end))) return undefined;
  }
  const head = properties.slice(0, at).map(({ name }) => name);
  return head.every((name) => equals.includes(name)) ? head : undefined;
}

function fits({ properties, isSorted }: Segment, found: IndexProperty[]): boolean {
  if (!isSorted) return properties.every(({ name }) => found.some((one) => one.name === name));
  return properties.every(
    ({ name, descending }, at) => found[at]!.name === name && found[at]!.descending === descending,
  );
}
