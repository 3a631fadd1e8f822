import { Router } from 'express';
import { countItems } from '../cart/cart.js';
import { listCategories } from '../data/categories.js';
import { count } from '../data/pages.js';
import { findProduct, listRunningLow, productsOf } from '../data/products.js';
import { ownStore, queryIn, stores } from '../data/stores.js';
import { allOrders, ordersWith } from '../orders/orders.js';
import {
  closeStaffSession,
  findStaffSession,
  isStaffPassword,
  openStaffSession,
  staffCookie,
} from '../staff/staff.js';
import { listMovements, receiveDelivery } from '../stock/movements.js';
import { dashboardPage, signInPage, stockPage } from '../views/admin-pages.js';
import { layout } from '../views/layout.js';
import { readQuantity, readSlug } from './input.js';

/** The pages for staff. */
export function createAdmin() {
  const admin = Router();

  /**
   * @param {import('express').Request} request
   * @param {import('express').Response} response
   * @param {string} title
   * @param {import('../views/html.js').Markup} body
   */
  function show(request, response, title, body) {
    response.send(
      String(layout({ store: ownStore, title, body, items: countItems(request, ownStore) })),
    );
  }

  admin.post('/sign-in', async (request, response) => {
    const { name, password } = request.body ?? {};
    if (typeof name !== 'string' || !isStaffPassword(String(password))) {
      response.status(401);
      show(request, response, 'For staff', signInPage(['That is not the password.']));
      return;
    }
    response.cookie(staffCookie, await openStaffSession(name.slice(0, 60)), {
      httpOnly: true,
      sameSite: 'lax',
      path: '/admin',
    });
    response.redirect(303, '/admin');
  });

  admin.use(async (request, response, next) => {
    const staff = await findStaffSession(request.headers.cookie);
    response.locals.staff = staff;
    if (staff !== undefined) return next();
    response.status(request.path === '/' ? 200 : 401);
    show(request, response, 'For staff', signInPage([]));
  });

  admin.post('/sign-out', async (_request, response) => {
    await closeStaffSession(response.locals.staff.id);
    response.clearCookie(staffCookie, { path: '/admin' });
    response.redirect(303, '/admin');
  });

  admin.get('/', async (request, response) => {
    const [totals, categories, runningLow] = await Promise.all([
      countTotals(),
      countProducts(),
      listRunningLow(ownStore, 10),
    ]);
    const { staff } = response.locals;
    show(
      request,
      response,
      'Admin',
      dashboardPage({ staff: staff.name, totals, categories, runningLow }),
    );
  });

  admin.get('/products/:slug', async (request, response, next) => {
    const product = await findProduct(ownStore, readSlug(request.params.slug));
    if (product === undefined) return next();
    const [orders, movements] = await Promise.all([
      count(ordersWith(ownStore, product.slug)),
      listMovements(ownStore, product.slug, 20),
    ]);
    show(request, response, product.name, stockPage(product, orders, movements));
  });

  admin.post('/products/:slug/deliveries', async (request, response) => {
    const slug = readSlug(request.params.slug);
    await receiveDelivery(
      ownStore,
      slug,
      readQuantity(request.body?.quantity, { from: 1, to: 500 }),
    );
    response.redirect(303, `/admin/products/${slug}`);
  });

  return admin;
}

async function countTotals() {
  const products = { label: 'Products', query: queryIn(ownStore, 'Product') };
  const orders = stores.map((store) => ({
    label: `Orders, ${store.name}`,
    query: allOrders(store),
  }));
  return Promise.all(
    [products, ...orders].map(async ({ label, query }) => ({ label, total: await count(query) })),
  );
}

async function countProducts() {
  const categories = await listCategories(ownStore, 50);
  return Promise.all(
    categories.map(async ({ slug, name }) => ({
      slug,
      name,
      products: await count(productsOf(ownStore, slug)),
    })),
  );
}
