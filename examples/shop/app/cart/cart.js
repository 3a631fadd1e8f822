import { randomUUID } from 'node:crypto';
import { findProducts } from '../data/products.js';

/**
 * @typedef {import('../data/stores.js').Store} Store
 * @typedef {import('../data/products.js').Product} Product
 * @typedef {{ id: string, quantities: Record<string, number> }} Cart its id becomes the order's
 * @typedef {{ product: Product, quantity: number, total: number }} CartLine
 */

const mostLines = 20;
const mostOfOne = 20;

/**
 * @param {import('express').Request} request
 * @param {Store} store
 * @returns {Cart}
 */
export function readCart(request, store) {
  return request.session?.[store.id] ?? { id: randomUUID(), quantities: {} };
}

/**
 * @param {import('express').Request} request
 * @param {Store} store
 */
export function countItems(request, store) {
  const { quantities } = readCart(request, store);
  return Object.values(quantities).reduce((sum, quantity) => sum + quantity, 0);
}

/**
 * @param {import('express').Request} request
 * @param {Store} store
 * @param {string} slug
 * @param {number} quantity
 */
export function setQuantity(request, store, slug, quantity) {
  const cart = readCart(request, store);
  const { [slug]: _, ...others } = cart.quantities;
  const quantities = quantity > 0 ? { ...others, [slug]: Math.min(quantity, mostOfOne) } : others;
  if (Object.keys(quantities).length > mostLines) return;
  saveCart(request, store, { ...cart, quantities });
}

/**
 * @param {import('express').Request} request
 * @param {Store} store
 */
export function emptyCart(request, store) {
  saveCart(request, store, undefined);
}

/**
 * The lines of a cart in the order they were put in, without products that no longer exist.
 *
 * @param {Store} store
 * @param {Cart} cart
 * @returns {Promise<CartLine[]>}
 */
export async function readLines(store, cart) {
  const products = await findProducts(store, Object.keys(cart.quantities));
  return Object.entries(cart.quantities).flatMap(([slug, quantity]) => {
    const product = products.get(slug);
    return product === undefined ? [] : [{ product, quantity, total: product.price * quantity }];
  });
}

/**
 * @param {import('express').Request} request
 * @param {Store} store
 * @param {Cart | undefined} cart
 */
function saveCart(request, store, cart) {
  request.session = { ...request.session, [store.id]: cart };
}
