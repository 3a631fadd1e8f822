import { indexBySlug, productEntity } from '../data/products.js';
import { keyIn } from '../data/stores.js';
import { inTransaction } from '../data/transactions.js';
import { announceStock } from '../stock/announcements.js';
import { movementEntity } from '../stock/movements.js';

/**
 * @typedef {import('../data/stores.js').Store} Store
 * @typedef {import('../data/products.js').Product} Product
 * @typedef {import('./orders.js').Customer} Customer
 * @typedef {import('../cart/cart.js').Cart} Cart
 * @typedef {import('@google-cloud/datastore').Transaction} Transaction
 */

/** Somebody was quicker: there is less in stock than was ordered. */
export class OutOfStock extends Error {
  /** @param {string[]} shortages one sentence for each product that ran short */
  constructor(shortages) {
    super(shortages.join(' '));
    this.shortages = shortages;
  }
}

/**
 * Takes a cart's products out of stock and writes the order, both or neither. The order has the
 * cart's id, so that sending the same cart twice makes one order.
 *
 * @param {Store} store
 * @param {Cart} cart
 * @param {Customer} customer
 * @returns {Promise<string>} the order's id
 * @throws {OutOfStock}
 */
export async function placeOrder(store, cart, customer) {
  const sold = await inTransaction(async (transaction) => {
    const [placedBefore] = await transaction.get(keyIn(store, 'Order', cart.id));
    return placedBefore === undefined ? writeOrder(transaction, store, cart, customer) : [];
  });
  for (const product of sold) announceStock(store, product);
  return cart.id;
}

/**
 * @param {Transaction} transaction
 * @param {Store} store
 * @param {Cart} cart
 * @param {Customer} customer
 * @returns {Promise<Product[]>} the products with what is left of them
 */
async function writeOrder(transaction, store, cart, customer) {
  const slugs = Object.keys(cart.quantities);
  const [entities] = await transaction.get(slugs.map((slug) => keyIn(store, 'Product', slug)));
  const lines = takeFromStock(indexBySlug(entities), cart.quantities);
  const orderKey = keyIn(store, 'Order', cart.id);
  for (const { product, quantity } of lines) {
    transaction.save(productEntity(store, product));
    transaction.save(movementEntity(store, product.slug, -quantity, orderKey));
  }
  transaction.insert({
    key: orderKey,
    data: {
      customer,
      lines: lines.map(({ product, quantity }) => ({
        product: keyIn(store, 'Product', product.slug),
        name: product.name,
        price: product.price,
        quantity,
      })),
      products: lines.map(({ product }) => keyIn(store, 'Product', product.slug)),
      total: lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0),
      placed: new Date(),
    },
    excludeFromIndexes: ['customer', 'lines'],
  });
  return lines.map(({ product }) => product);
}

/**
 * @param {Map<string, Product>} products
 * @param {Record<string, number>} quantities
 */
function takeFromStock(products, quantities) {
  /** @type {string[]} */
  const shortages = [];
  const lines = Object.entries(quantities).flatMap(([slug, quantity]) => {
    const product = products.get(slug);
    if (product === undefined) {
      shortages.push(`'${slug}' is no longer sold.`);
      return [];
    }
    if (product.stock < quantity) shortages.push(describeShortage(product));
    return [{ product: { ...product, stock: product.stock - quantity }, quantity }];
  });
  if (shortages.length > 0) throw new OutOfStock(shortages);
  return lines;
}

/** @param {Product} product */
function describeShortage({ name, stock }) {
  return stock === 0 ? `${name} is sold out.` : `Only ${stock} of ${name} left.`;
}
