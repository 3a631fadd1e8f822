import { placeOf } from '../data/data-place.js';
import { readEntities } from '../data/entities.js';
import { listNamespaces } from '../data/namespaces.js';

/** How many entities of a kind there are in one namespace of the app. */
export interface KindCount {
  appDatabase: string;
  appNamespace: string;
  kind: string;
  count: number;
}

const mostEntities = 20_000;
const keysOnly = { projection: [{ property: { name: '__key__' } }] };

/** Counts the entities of a session by kind. The service can't: its statistics are a day old. */
export async function countEntities(
  session: string,
): Promise<{ counts: KindCount[]; truncated: boolean }> {
  const counts = new Map<string, KindCount>();
  let seen = 0;
  for (const { encoded, appDatabase, appNamespace } of await listNamespaces(placeOf(session))) {
    for await (const entities of readEntities(encoded, keysOnly)) {
      for (const { key } of entities) {
        const kind = key?.path?.at(-1)?.kind ?? '';
        const id = JSON.stringify([encoded, kind]);
        const known = counts.get(id);
        if (known === undefined) counts.set(id, { appDatabase, appNamespace, kind, count: 1 });
        else known.count += 1;
      }
      seen += entities.length;
      if (seen >= mostEntities) return { counts: [...counts.values()], truncated: true };
    }
  }
  return { counts: [...counts.values()], truncated: false };
}
