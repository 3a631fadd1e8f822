import { html } from './html.js';
import { productGrid } from './product-card.js';

/**
 * @param {import('../data/stores.js').Store} store
 * @param {readonly import('../data/categories.js').Category[]} categories
 * @param {readonly import('../data/products.js').Product[]} newest
 */
export function homePage(store, categories, newest) {
  return html`<section class="hero">
      <h1>${store.name}</h1>
      <p>${store.tagline}</p>
    </section>
    ${
      categories.length > 0 &&
      html`<section aria-labelledby="shelves">
        <h2 id="shelves">On the shelves</h2>
        <ul class="shelves">
          ${categories.map(
            ({ slug, name, note }) =>
              html`<li>
                <a href="${store.base}/categories/${slug}">${name}</a>
                <span class="quiet">${note}</span>
              </li>`,
          )}
        </ul>
      </section>`
    }
    <section aria-labelledby="newest">
      <h2 id="newest">New in</h2>
      ${newest.length > 0 ? productGrid(store, newest) : html`<p>The first teas arrive soon.</p>`}
    </section>`;
}
