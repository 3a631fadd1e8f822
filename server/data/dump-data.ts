import { placeOf } from './data-place.js';
import { describeEntity, type EntityDescription } from './describe-entity.js';
import { readEntities } from './entities.js';
import { listNamespaces } from './namespaces.js';

/** All entities of a session, readable. @param limit How many at most. */
export async function dumpData(session: string, limit: number): Promise<EntityDescription[]> {
  const described: EntityDescription[] = [];
  for (const { encoded, appDatabase, appNamespace } of await listNamespaces(placeOf(session))) {
    for await (const entities of readEntities(encoded)) {
      for (const entity of entities) {
        if (described.length === limit) return described;
        described.push(describeEntity(entity, { database: appDatabase, namespace: appNamespace }));
      }
    }
  }
  return described;
}
