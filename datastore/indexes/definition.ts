/** A property of a composite index; `__key__` is one too. */
export interface IndexProperty {
  name: string;
  descending: boolean;
}

/** A composite index, as index.yaml defines it (https://cloud.google.com/datastore/docs/concepts/indexes). */
export interface IndexDefinition {
  kind: string;
  /** Whether it serves queries that have an ancestor. */
  ancestor: boolean;
  properties: IndexProperty[];
}

export const KEY = '__key__';

/** The properties with the key that every index ends with; it goes the way of the property before it. */
export function withKey(properties: readonly IndexProperty[]): IndexProperty[] {
  if (properties.some(({ name }) => name === KEY)) return [...properties];
  return [...properties, { name: KEY, descending: properties.at(-1)?.descending ?? false }];
}
