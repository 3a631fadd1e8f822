import { PropertyFilter } from '@google-cloud/datastore';
import { datastore } from './datastore.js';
import { hasMoreAfter } from './pages.js';
import { keyIn, queryIn } from './stores.js';

/**
 * @typedef {import('./stores.js').Store} Store
 * @typedef {object} Product
 * @property {string} slug
 * @property {string} name
 * @property {string} description
 * @property {string} origin
 * @property {string} category slug of its category
 * @property {number} price in cents
 * @property {number} stock
 * @property {Date} created
 */

export const pageSize = 8;

/**
 * @param {Store} store
 * @param {string} slug
 * @returns {Promise<Product | undefined>}
 */
export async function findProduct(store, slug) {
  const [entity] = await datastore.get(keyIn(store, 'Product', slug));
  return entity === undefined ? undefined : toProduct(entity);
}

/**
 * Products by slug; those that no longer exist are left out.
 *
 * @param {Store} store
 * @param {readonly string[]} slugs
 * @returns {Promise<Map<string, Product>>}
 */
export async function findProducts(store, slugs) {
  if (slugs.length === 0) return new Map();
  const [entities] = await datastore.get(slugs.map((slug) => keyIn(store, 'Product', slug)));
  return indexBySlug(entities);
}

/**
 * One page of a category, by name.
 *
 * @param {Store} store
 * @param {string} category
 * @param {string | undefined} after the cursor that the page before ended with
 */
export async function listCategory(store, category, after) {
  let query = queryIn(store, 'Product')
    .filter(new PropertyFilter('category', '=', keyIn(store, 'Category', category)))
    .order('name');
  if (after !== undefined) query = query.start(after);
  const [entities, { endCursor }] = await datastore.runQuery(query.limit(pageSize));
  const more = entities.length === pageSize && (await hasMoreAfter(query, endCursor));
  return { products: entities.map(toProduct), next: more ? endCursor : undefined };
}

/**
 * @param {Store} store
 * @param {number} count
 */
export async function listNewest(store, count) {
  const query = queryIn(store, 'Product').order('created', { descending: true }).limit(count);
  const [entities] = await datastore.runQuery(query);
  return entities.map(toProduct);
}

/**
 * @param {Store} store
 * @param {number} limit
 */
export async function listRunningLow(store, limit) {
  const query = queryIn(store, 'Product')
    .filter(new PropertyFilter('stock', '<=', 3))
    .order('stock')
    .limit(limit);
  const [entities] = await datastore.runQuery(query);
  return entities.map(toProduct);
}

/**
 * @param {Store} store
 * @param {string} category
 */
export function productsOf(store, category) {
  const key = keyIn(store, 'Category', category);
  return queryIn(store, 'Product').filter(new PropertyFilter('category', '=', key));
}

/**
 * What is saved for a product.
 *
 * @param {Store} store
 * @param {Product} product
 */
export function productEntity(store, product) {
  const { slug, category, ...data } = product;
  return {
    key: keyIn(store, 'Product', slug),
    data: { ...data, category: keyIn(store, 'Category', category) },
    excludeFromIndexes: ['description'],
  };
}

/**
 * @param {any[]} entities
 * @returns {Map<string, Product>}
 */
export function indexBySlug(entities) {
  return new Map(entities.map(toProduct).map((product) => [product.slug, product]));
}

/**
 * @param {any} entity
 * @returns {Product}
 */
function toProduct(entity) {
  return { ...entity, slug: entity[datastore.KEY].name, category: entity.category.name };
}
