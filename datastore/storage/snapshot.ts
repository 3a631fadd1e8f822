import type { Path } from '../keys/path.js';
import type { OrderedMap } from '../tree/ordered-map.js';
import type { NamespaceData } from './namespace-data.js';
import type { StoredEntity } from './stored-entity.js';

/** A database as it was at one moment: it never changes. */
export class Snapshot {
  /** Microseconds since 1970. */
  readonly time: number;
  private readonly namespaces: OrderedMap<NamespaceData>;

  constructor(time: number, namespaces: OrderedMap<NamespaceData>) {
    this.time = time;
    this.namespaces = namespaces;
  }

  /** The namespaces as a map that may be changed without changing this snapshot. */
  copyNamespaces(): OrderedMap<NamespaceData> {
    return this.namespaces.copy();
  }

  namespace(name: string): NamespaceData | undefined {
    return this.namespaces.get(namespaceKey(name));
  }

  entity(namespace: string, path: Path): StoredEntity | undefined {
    return this.namespace(namespace)?.entities.get(path);
  }

  /** The namespaces in which there are entities, in order. */
  namespaceNames(): string[] {
    return [...this.namespaces.range('', '\xff')].map(([key]) => key.slice(0, -1));
  }
}

/** A namespace's name as a key of an ordered map; names are ASCII. */
export function namespaceKey(name: string): string {
  return `${name}\0`;
}
