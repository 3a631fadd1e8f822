import type { IndexDemand } from '../storage/index-demand.js';
import { NamespaceData } from '../storage/namespace-data.js';
import { namespaceKey } from '../storage/snapshot.js';
import { hasNested } from '../storage/property-text.js';
import { OrderedMap } from '../tree/ordered-map.js';
import { decodeKey, rangeOf } from './keys.js';
import type { Layer } from './layers.js';
import type { Level } from './level.js';
import type { DatabaseRecords } from './read-records.js';
import { decodeRow } from './row.js';
import { readSealed } from './sealed.js';

/** What loading depends on. */
export interface Loading {
  level: Level;
  demand: IndexDemand;
  /** Hears, now and then, how many entities more were read. */
  onRead: (count: number) => void;
}

/** Builds the namespaces of a database. What they share on disk they share in memory. */
export async function loadNamespaces(
  loading: Loading,
  { tops }: DatabaseRecords,
): Promise<OrderedMap<NamespaceData>> {
  const owner = {};
  const namespaces = OrderedMap.ofValues<NamespaceData>(owner);
  const loaded = new Map<Layer, NamespaceData>();
  for (const [namespace, top] of tops) {
    const data = await loadLayer(loading, top, loaded);
    if (data.entities.size > 0) namespaces.set(owner, namespaceKey(namespace), data);
  }
  return namespaces;
}

async function loadLayer(
  loading: Loading,
  layer: Layer,
  loaded: Map<Layer, NamespaceData>,
): Promise<NamespaceData> {
  const known = loaded.get(layer);
  if (known !== undefined) return known;
  const base = layer.parent && (await loadLayer(loading, layer.parent, loaded));
  const data = base?.copy({}) ?? new NamespaceData({}, loading.demand);
  const { level, onRead } = loading;
  for await (const rows of readSealed(level, rangeOf('e', layer.id))) {
    for (const [key, value] of rows) {
      const path = decodeKey(key).rest;
      const row = decodeRow(value);
      if (row !== undefined) data.replace(path, { ...row, hasNested: hasNested(row.properties) });
      else if (base?.entities.has(path)) data.replace(path, undefined);
    }
    onRead(rows.length);
  }
  loaded.set(layer, data);
  return data;
}
