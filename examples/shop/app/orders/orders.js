import { PropertyFilter } from '@google-cloud/datastore';
import { datastore } from '../data/datastore.js';
import { keyIn, queryIn } from '../data/stores.js';

/**
 * @typedef {import('../data/stores.js').Store} Store
 * @typedef {{ name: string, email: string }} Customer
 * @typedef {{ product: import('@google-cloud/datastore').Key, name: string, price: number, quantity: number }} OrderLine
 * @typedef {{ id: string, customer: Customer, lines: OrderLine[], total: number, placed: Date }} Order
 */

/**
 * @param {Store} store
 * @param {string} id
 * @returns {Promise<Order | undefined>}
 */
export async function findOrder(store, id) {
  const [entity] = await datastore.get(keyIn(store, 'Order', id));
  return entity === undefined ? undefined : { ...entity, id };
}

/** @param {Store} store */
export function allOrders(store) {
  return queryIn(store, 'Order');
}

/**
 * @param {Store} store
 * @param {string} product
 */
export function ordersWith(store, product) {
  const key = keyIn(store, 'Product', product);
  return queryIn(store, 'Order').filter(new PropertyFilter('products', '=', key));
}
