import { datastore } from '../data/datastore.js';
import { indexBySlug, productEntity } from '../data/products.js';
import { keyIn, queryIn } from '../data/stores.js';
import { inTransaction } from '../data/transactions.js';
import { announceStock } from './announcements.js';

/**
 * @typedef {import('../data/stores.js').Store} Store
 * @typedef {import('@google-cloud/datastore').Key} Key
 * @typedef {{ change: number, order: Key | null, at: Date }} Movement
 */

/**
 * What is saved, below its product, for a change of stock.
 *
 * @param {Store} store
 * @param {string} slug
 * @param {number} change
 * @param {Key | null} order the order it was for; none for a delivery
 */
export function movementEntity(store, slug, change, order) {
  return {
    key: keyIn(store, 'Product', slug, 'StockMovement'),
    data: { change, order, at: new Date() },
  };
}

/**
 * @param {Store} store
 * @param {string} slug
 * @param {number} limit
 * @returns {Promise<Movement[]>} the latest first
 */
export async function listMovements(store, slug, limit) {
  const query = queryIn(store, 'StockMovement')
    .hasAncestor(keyIn(store, 'Product', slug))
    .order('at', { descending: true })
    .limit(limit);
  const [movements] = await datastore.runQuery(query);
  return movements;
}

/**
 * Books a delivery.
 *
 * @param {Store} store
 * @param {string} slug
 * @param {number} quantity
 */
export async function receiveDelivery(store, slug, quantity) {
  const restocked = await inTransaction(async (transaction) => {
    const [entities] = await transaction.get([keyIn(store, 'Product', slug)]);
    const product = indexBySlug(entities).get(slug);
    if (product === undefined) return undefined;
    const delivered = { ...product, stock: product.stock + quantity };
    transaction.save(productEntity(store, delivered));
    transaction.save(movementEntity(store, slug, quantity, null));
    return delivered;
  });
  if (restocked !== undefined) announceStock(store, restocked);
}
