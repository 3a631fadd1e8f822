import { defineTestModule } from 'app-test/server';
import { categoryEntity } from '../../app/data/categories.js';
import { datastore } from '../../app/data/datastore.js';
import { productEntity } from '../../app/data/products.js';
import { stores } from '../../app/data/stores.js';

/**
 * @typedef {object} Tea
 * @property {string} name
 * @property {number} [price] in cents
 * @property {number} [stock]
 */

export default defineTestModule({
  /**
   * Puts up a shelf with the teas that a test needs.
   *
   * @param {{ store?: string, category?: string, teas: Tea[] }} payload
   */
  async fill({ store: storeId, category = 'Test shelf', teas }) {
    const store = findStore(storeId);
    const shelf = { slug: toSlug(category), name: category, note: '' };
    const products = teas.map(({ name, price = 1000, stock = 10 }) => ({
      slug: toSlug(name),
      name,
      price,
      stock,
      category: shelf.slug,
      origin: 'Testshire',
      description: `${name}, for a test.`,
      created: new Date(),
    }));
    await datastore.save(categoryEntity(store, shelf));
    await datastore.save(products.map((product) => productEntity(store, product)));
    return {
      category: {
        slug: shelf.slug,
        name: shelf.name,
        path: `${store.base}/categories/${shelf.slug}`,
      },
      teas: products.map(({ slug, name }) => ({
        slug,
        name,
        path: `${store.base}/products/${slug}`,
      })),
    };
  },
});

/** @param {string} [id] */
function findStore(id = 'kettle') {
  const store = stores.find((store) => store.id === id);
  if (store === undefined) throw new Error(`There is no store '${id}'.`);
  return store;
}

/** @param {string} name */
function toSlug(name) {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
