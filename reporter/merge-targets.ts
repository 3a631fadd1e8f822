import type { TestAnnotation } from '../protocol/index.js';

/** What one run ran against, from its tests. */
export interface RunTarget {
  /** Null where no test got as far as to say. */
  mode: 'test' | 'guarded' | 'mixed' | null;
  /** Several are separated by a comma and a space, here and below. */
  url: string | null;
  database: string | null;
  project_id: string | null;
  /** Null is the default namespace. */
  namespaces: (string | null)[];
  token_hashes: string[];
  server_version: string | null;
}

/** Brings together what the tests of a run say they ran against. */
export function mergeTargets(seen: readonly TestAnnotation[]): RunTarget {
  const modes = listDistinct(seen.map(({ mode }) => mode));
  const inTestMode = seen.filter(({ mode }) => mode === 'test');
  return {
    mode: modes.length > 1 ? 'mixed' : (modes[0] ?? null),
    url: join(seen.map(({ url }) => url)),
    database: join(inTestMode.map(({ database }) => database)),
    project_id: join(inTestMode.map(({ project_id }) => project_id)),
    namespaces: listDistinct(inTestMode.map(({ namespace }) => namespace)),
    token_hashes: listDistinct(inTestMode.map(({ token_hash }) => token_hash)).filter(isText),
    server_version: join(inTestMode.map(({ server_version }) => server_version)),
  };
}

function join(values: readonly (string | null)[]): string | null {
  const texts = listDistinct(values).filter(isText);
  return texts.length === 0 ? null : texts.join(', ');
}

function listDistinct<T extends string | null>(values: readonly T[]): T[] {
  return [...new Set(values)].toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1));
}

function isText(value: string | null): value is string {
  return value !== null;
}
