import { problemList } from './cart-page.js';
import { formatPrice, formatStock, formatTime } from './format.js';
import { html } from './html.js';
import { breadcrumbs } from './layout.js';

/** @typedef {import('../data/products.js').Product} Product */

/** @param {readonly string[]} problems */
export function signInPage(problems) {
  return html`<h1>For staff</h1>
    ${problemList(problems)}
    <form class="sheet" method="post" action="/admin/sign-in">
      <label>Your name <input name="name" required maxlength="60" autocomplete="username" /></label>
      <label
        >Password <input type="password" name="password" required autocomplete="current-password"
      /></label>
      <button>Sign in</button>
    </form>`;
}

/**
 * @param {object} page
 * @param {string} page.staff
 * @param {{ label: string, total: number }[]} page.totals
 * @param {{ slug: string, name: string, products: number }[]} page.categories
 * @param {readonly Product[]} page.runningLow
 */
export function dashboardPage({ staff, totals, categories, runningLow }) {
  return html`<div class="row">
      <h1>Hello, ${staff}</h1>
      <form method="post" action="/admin/sign-out"><button class="plain">Sign out</button></form>
    </div>
    <dl class="tiles">
      ${totals.map(
        ({ label, total }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${total}</dd>
          </div>`,
      )}
    </dl>
    <h2>Categories</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col" class="number">Products</th>
        </tr>
      </thead>
      <tbody>
        ${categories.map(
          ({ slug, name, products }) =>
            html`<tr>
              <th scope="row"><a href="/categories/${slug}">${name}</a></th>
              <td class="number">${products}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <h2>Running low</h2>
    ${
      runningLow.length === 0
        ? html`<p>Nothing: every shelf is full.</p>`
        : html`<ul>
            ${runningLow.map(
              ({ slug, name, stock }) =>
                html`<li><a href="/admin/products/${slug}">${name}</a>: ${formatStock(stock)}</li>`,
            )}
          </ul>`
    }`;
}

/**
 * @param {Product} product
 * @param {number} orders
 * @param {readonly import('../stock/movements.js').Movement[]} movements
 */
export function stockPage({ slug, name, price, stock }, orders, movements) {
  return html`${breadcrumbs([['For staff', '/admin']])}
    <h1>${name}</h1>
    <dl class="tiles">
      <div>
        <dt>In stock</dt>
        <dd>${stock}</dd>
      </div>
      <div>
        <dt>Orders</dt>
        <dd>${orders}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>${formatPrice(price)}</dd>
      </div>
    </dl>
    <form class="row" method="post" action="/admin/products/${slug}/deliveries">
      <label>Delivered <input type="number" name="quantity" value="10" min="1" max="500" /></label>
      <button>Book delivery</button>
    </form>
    <h2>Movements</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">For</th>
          <th scope="col" class="number">Change</th>
        </tr>
      </thead>
      <tbody>
        ${movements.map(
          ({ at, order, change }) =>
            html`<tr>
              <td>${formatTime(at)}</td>
              <td>${order === null ? 'Delivery' : `Order ${order.name?.slice(0, 8)}`}</td>
              <td class="number">${change > 0 ? `+${change}` : change}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
