import { Router } from 'express';
import { emptyCart, readCart, readLines, setQuantity } from '../cart/cart.js';
import { findProduct, listCategory } from '../data/products.js';
import { OutOfStock, placeOrder } from '../orders/checkout.js';
import { BadRequest, readCursor, readCustomer, readQuantity, readSlug } from './input.js';

/** @typedef {import('../data/stores.js').Store} Store */

/**
 * The same store for programs: JSON in, JSON out.
 *
 * @param {Store} store
 */
export function createApi(store) {
  const api = Router();

  api.get('/products', async (request, response) => {
    const category = readSlug(request.query.category);
    const { products, next } = await listCategory(store, category, readCursor(request.query.after));
    response.json({ products, next: next ?? null });
  });

  api.get('/products/:slug', async (request, response) => {
    const product = await findProduct(store, readSlug(request.params.slug));
    if (product === undefined) throw new BadRequest('There is no such product.', 404);
    response.json(product);
  });

  api.get('/cart', async (request, response) => {
    response.json(await describeCart(store, readCart(request, store)));
  });

  api.post('/cart/items', async (request, response) => {
    const slug = readSlug(request.body?.product);
    const quantity = readQuantity(request.body?.quantity, { from: 0, to: 20 });
    setQuantity(request, store, slug, quantity);
    response.status(201).json(await describeCart(store, readCart(request, store)));
  });

  api.post('/checkout', async (request, response) => {
    const cart = readCart(request, store);
    if (Object.keys(cart.quantities).length === 0) throw new BadRequest('The cart is empty.', 409);
    try {
      const id = await placeOrder(store, cart, readCustomer(request.body));
      emptyCart(request, store);
      response.status(201).json({ order: id });
    } catch (error) {
      if (!(error instanceof OutOfStock)) throw error;
      response.status(409).json({ error: 'out of stock', shortages: error.shortages });
    }
  });

  api.use((request, response) => {
    response.status(404).json({ error: `There is no ${request.method} ${request.path}.` });
  });

  return api;
}

/**
 * @param {Store} store
 * @param {import('../cart/cart.js').Cart} cart
 */
async function describeCart(store, cart) {
  const lines = await readLines(store, cart);
  return {
    lines: lines.map(({ product, quantity, total }) => ({
      product: product.slug,
      quantity,
      total,
    })),
    total: lines.reduce((sum, line) => sum + line.total, 0),
  };
}
