import { Router } from 'express';
import { countItems, emptyCart, readCart, readLines, setQuantity } from '../cart/cart.js';
import { findCategory, listCategories } from '../data/categories.js';
import { findProduct, listCategory, listNewest } from '../data/products.js';
import { OutOfStock, placeOrder } from '../orders/checkout.js';
import { findOrder } from '../orders/orders.js';
import { cartPage } from '../views/cart-page.js';
import { categoryPage } from '../views/category-page.js';
import { homePage } from '../views/home-page.js';
import { layout } from '../views/layout.js';
import { orderPage } from '../views/order-page.js';
import { productPage } from '../views/product-page.js';
import { createApi } from './api.js';
import { BadRequest, readCursor, readCustomer, readQuantity, readSlug } from './input.js';

/**
 * The pages of a store, mounted where its addresses begin.
 *
 * @param {import('../data/stores.js').Store} store
 */
export function createStorefront(store) {
  const pages = Router();

  /**
   * @param {import('express').Request} request
   * @param {import('express').Response} response
   * @param {string} title
   * @param {import('../views/html.js').Markup} body
   */
  function show(request, response, title, body) {
    response.send(String(layout({ store, title, body, items: countItems(request, store) })));
  }

  pages.use('/api', createApi(store));

  pages.get('/', async (request, response) => {
    const [categories, newest] = await Promise.all([
      listCategories(store, 50),
      listNewest(store, 8),
    ]);
    show(request, response, 'Teas', homePage(store, categories, newest));
  });

  pages.get('/categories/:slug', async (request, response, next) => {
    const category = await findCategory(store, readSlug(request.params.slug));
    if (category === undefined) return next();
    const after = readCursor(request.query.after);
    const page = await listCategory(store, category.slug, after);
    const body = categoryPage(store, category, page.products, {
      first: after === undefined,
      next: page.next,
    });
    show(request, response, category.name, body);
  });

  pages.get('/products/:slug', async (request, response, next) => {
    const product = await findProduct(store, readSlug(request.params.slug));
    if (product === undefined) return next();
    const category = await findCategory(store, product.category);
    show(request, response, product.name, productPage(store, product, category));
  });

  pages.get('/cart', async (request, response) => {
    const lines = await readLines(store, readCart(request, store));
    show(request, response, 'Your cart', cartPage(store, lines));
  });

  pages.post('/cart/items', async (request, response) => {
    const slug = readSlug(request.body?.product);
    const quantity = readQuantity(request.body?.quantity, { from: 1, to: 20 });
    if ((await findProduct(store, slug)) === undefined) {
      throw new BadRequest('That tea is no longer sold.', 404);
    }
    const before = readCart(request, store).quantities[slug] ?? 0;
    setQuantity(request, store, slug, before + quantity);
    response.redirect(303, `${store.base}/cart`);
  });

  pages.post('/cart/items/:slug', (request, response) => {
    const quantity = readQuantity(request.body?.quantity, { from: 0, to: 20 });
    setQuantity(request, store, readSlug(request.params.slug), quantity);
    response.redirect(303, `${store.base}/cart`);
  });

  pages.post('/checkout', async (request, response) => {
    const cart = readCart(request, store);
    const customer = readCustomer(request.body);
    try {
      if (Object.keys(cart.quantities).length === 0) throw new OutOfStock([]);
      const id = await placeOrder(store, cart, customer);
      emptyCart(request, store);
      response.redirect(303, `${store.base}/orders/${id}`);
    } catch (error) {
      if (!(error instanceof OutOfStock)) throw error;
      const lines = await readLines(store, cart);
      response.status(409);
      const attempt = { problems: error.shortages, customer };
      show(request, response, 'Your cart', cartPage(store, lines, attempt));
    }
  });

  pages.get('/orders/:id', async (request, response, next) => {
    const order = await findOrder(store, readSlug(request.params.id));
    if (order === undefined) return next();
    show(request, response, 'Thank you', orderPage(store, order));
  });

  return pages;
}
