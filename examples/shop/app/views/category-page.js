import { html } from './html.js';
import { breadcrumbs } from './layout.js';
import { productGrid } from './product-card.js';

/**
 * @param {import('../data/stores.js').Store} store
 * @param {import('../data/categories.js').Category} category
 * @param {readonly import('../data/products.js').Product[]} products
 * @param {{ first: boolean, next: string | undefined }} page
 */
export function categoryPage(store, category, products, { first, next }) {
  const address = `${store.base}/categories/${category.slug}`;
  return html`${breadcrumbs([[store.name, `${store.base}/`]])}
    <h1>${category.name}</h1>
    <p class="lead">${category.note}</p>
    <h2 class="hidden">Teas</h2>
    ${products.length > 0 ? productGrid(store, products) : html`<p>Nothing on this shelf today.</p>`}
    <nav class="row" aria-label="Pages">
      ${!first && html`<a href="${address}">First page</a>`}
      ${
        next !== undefined &&
        html`<a class="next" rel="next" href="${address}?after=${encodeURIComponent(next)}"
          >Next page</a
        >`
      }
    </nav>`;
}
