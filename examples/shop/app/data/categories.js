import { datastore } from './datastore.js';
import { keyIn, queryIn } from './stores.js';

/**
 * @typedef {import('./stores.js').Store} Store
 * @typedef {object} Category
 * @property {string} slug
 * @property {string} name
 * @property {string} note
 */

/**
 * @param {Store} store
 * @param {string} slug
 * @returns {Promise<Category | undefined>}
 */
export async function findCategory(store, slug) {
  const [entity] = await datastore.get(keyIn(store, 'Category', slug));
  return entity === undefined ? undefined : toCategory(entity);
}

/**
 * @param {Store} store
 * @param {number} limit
 * @returns {Promise<Category[]>}
 */
export async function listCategories(store, limit) {
  const [entities] = await datastore.runQuery(
    queryIn(store, 'Category').order('name').limit(limit),
  );
  return entities.map(toCategory);
}

/**
 * What is saved for a category.
 *
 * @param {Store} store
 * @param {Category} category
 */
export function categoryEntity(store, { slug, ...data }) {
  return { key: keyIn(store, 'Category', slug), data, excludeFromIndexes: ['note'] };
}

/**
 * @param {any} entity
 * @returns {Category}
 */
function toCategory(entity) {
  return { slug: entity[datastore.KEY].name, name: entity.name, note: entity.note };
}
