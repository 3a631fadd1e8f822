import { datastore } from './datastore.js';

/**
 * A full page may be the last one: the Datastore only says that there may be more.
 *
 * @param {import('@google-cloud/datastore').Query} query
 * @param {string | undefined} cursor
 */
export async function hasMoreAfter(query, cursor) {
  if (cursor === undefined) return false;
  const [rest] = await datastore.runQuery(query.start(cursor).select('__key__').limit(1));
  return rest.length > 0;
}

/**
 * @param {import('@google-cloud/datastore').Query} query
 * @returns {Promise<number>}
 */
export async function count(query) {
  const [[result]] = await datastore.runAggregationQuery(
    datastore.createAggregationQuery(query).count('total'),
  );
  return Number(result.total);
}
