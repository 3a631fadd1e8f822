import { formatPrice } from './format.js';
import { html } from './html.js';

/**
 * @typedef {import('../cart/cart.js').CartLine} CartLine
 * @typedef {import('../data/stores.js').Store} Store
 */

/**
 * @param {Store} store
 * @param {readonly CartLine[]} lines
 * @param {{ problems?: readonly string[], customer?: { name: string, email: string } }} [attempt]
 */
export function cartPage(store, lines, { problems = [], customer } = {}) {
  if (lines.length === 0) {
    return html`<h1>Your cart</h1>
      ${problemList(problems)}
      <p>Your cart is empty. <a href="${store.base}/">Have a look at the teas</a>.</p>`;
  }
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  return html`<h1>Your cart</h1>
    ${problemList(problems)}
    <table>
      <thead>
        <tr>
          <th scope="col">Tea</th>
          <th scope="col">Quantity</th>
          <th scope="col" class="number">Price</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map((line) => cartRow(store, line))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colspan="2">Total</th>
          <td class="number">${formatPrice(total)}</td>
        </tr>
      </tfoot>
    </table>
    <form class="sheet" method="post" action="${store.base}/checkout">
      <h2>Where to?</h2>
      <label
        >Name
        <input name="name" required maxlength="100" autocomplete="name" value="${customer?.name}"
      /></label>
      <label
        >E-mail
        <input
          type="email"
          name="email"
          required
          maxlength="200"
          autocomplete="email"
          value="${customer?.email}"
      /></label>
      <button>Place order</button>
    </form>`;
}

/**
 * @param {Store} store
 * @param {CartLine} line
 */
function cartRow(store, { product, quantity, total }) {
  const field = `quantity-${product.slug}`;
  return html`<tr>
    <th scope="row"><a href="${store.base}/products/${product.slug}">${product.name}</a></th>
    <td>
      <form class="row" method="post" action="${store.base}/cart/items/${product.slug}">
        <label class="hidden" for="${field}">Quantity of ${product.name}</label>
        <input id="${field}" type="number" name="quantity" value="${quantity}" min="0" max="20" />
        <button class="plain">Update</button>
        <button
          class="plain"
          name="quantity"
          value="0"
          aria-label="Remove ${product.name}"
          formnovalidate
        >
          Remove
        </button>
      </form>
    </td>
    <td class="number">${formatPrice(total)}</td>
  </tr>`;
}

/** @param {readonly string[]} problems */
export function problemList(problems) {
  if (problems.length === 0) return undefined;
  return html`<div class="problems" role="alert">
    ${problems.map((problem) => html`<p>${problem}</p>`)}
  </div>`;
}
