import { formatPrice, formatStock } from './format.js';
import { html } from './html.js';
import { tin } from './tin.js';

/**
 * @param {import('../data/stores.js').Store} store
 * @param {readonly import('../data/products.js').Product[]} products
 */
export function productGrid(store, products) {
  return html`<ul class="grid">
    ${products.map(
      ({ slug, name, origin, price, stock }) =>
        html`<li class="card">
          <a href="${store.base}/products/${slug}"
            >${tin(slug)}
            <h3>${name}</h3></a
          >
          <p class="quiet">${origin}</p>
          <p class="row">
            <strong>${formatPrice(price)}</strong> <span>${formatStock(stock)}</span>
          </p>
        </li>`,
    )}
  </ul>`;
}
