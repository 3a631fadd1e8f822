import { formatPrice, formatStock } from './format.js';
import { html } from './html.js';
import { breadcrumbs } from './layout.js';
import { tin } from './tin.js';

/**
 * @param {import('../data/stores.js').Store} store
 * @param {import('../data/products.js').Product} product
 * @param {import('../data/categories.js').Category | undefined} category
 */
export function productPage(store, product, category) {
  const { slug, name, description, origin, price, stock } = product;
  return html`${breadcrumbs([
      [store.name, `${store.base}/`],
      ...(category === undefined
        ? []
        : [crumb(category.name, `${store.base}/categories/${category.slug}`)]),
    ])}
    <article
      class="product"
      data-product="${slug}"
      data-feed="${store.base}/live/stock"
      data-source="${store.base}/api/products/${slug}"
    >
      ${tin(slug)}
      <div>
        <h1>${name}</h1>
        <p class="quiet">${origin}</p>
        <p class="lead">${description}</p>
        <p class="price">${formatPrice(price)} <span class="quiet">for 100 g</span></p>
        <p class="stock" role="status" data-stock="${stock}">${formatStock(stock)}</p>
        <form class="row" method="post" action="${store.base}/cart/items">
          <input type="hidden" name="product" value="${slug}" />
          <label>Quantity <input type="number" name="quantity" value="1" min="1" max="20" /></label>
          <button ${stock === 0 && 'disabled'}>Add to cart</button>
        </form>
      </div>
    </article>
    <script type="module" src="/assets/stock.js"></script>`;
}

/**
 * @param {string} name
 * @param {string} address
 * @returns {[string, string]}
 */
function crumb(name, address) {
  return [name, address];
}
