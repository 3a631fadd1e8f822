import type { Connection } from '../rpc/connection.js';
import { readEntityKey, readPath } from '../wire/keys.js';
import { runQuery } from './run-query.js';

/** The kinds that a namespace has entities of, where the Datastore can tell: https://cloud.google.com/datastore/docs/concepts/metadataqueries#kind_queries */
export async function listKinds(connection: Connection, signal: AbortSignal): Promise<string[]> {
  const query = { kind: [{ name: '__kind__' }], projection: [{ property: { name: '__key__' } }] };
  const { entities } = await runQuery(connection, query, signal);
  return entities.map((entity) => readPath(readEntityKey(entity)).at(-1)!.name);
}
