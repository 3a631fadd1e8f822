import { formatPrice, formatTime } from './format.js';
import { html } from './html.js';

/**
 * @param {import('../data/stores.js').Store} store
 * @param {import('../orders/orders.js').Order} order
 */
export function orderPage(store, { id, customer, lines, total, placed }) {
  return html`<h1>Thank you, ${customer.name}</h1>
    <p class="lead">
      Your order <strong>${id.slice(0, 8)}</strong> was placed on ${formatTime(placed)}. We write to
      ${customer.email} when it leaves.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Tea</th>
          <th scope="col" class="number">Quantity</th>
          <th scope="col" class="number">Price</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ({ product, name, price, quantity }) =>
            html`<tr>
              <th scope="row"><a href="${store.base}/products/${product.name}">${name}</a></th>
              <td class="number">${quantity}</td>
              <td class="number">${formatPrice(price * quantity)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colspan="2">Total</th>
          <td class="number">${formatPrice(total)}</td>
        </tr>
      </tfoot>
    </table>
    <p><a href="${store.base}/">Back to the teas</a></p>`;
}
