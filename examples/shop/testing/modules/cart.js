import { defineTestModule } from 'app-test/server';
import { setQuantity } from '../../app/cart/cart.js';
import { visitorSession } from '../../app/cart/session.js';
import { ownStore } from '../../app/data/stores.js';

export default defineTestModule({
  /**
   * Makes a cart as if its owner had clicked through the shop; the cookie that holds it goes to the
   * test.
   *
   * @param {Record<string, number>} quantities by product
   * @param {import('app-test/server').ActionContext} context
   */
  async fill(quantities, { request, response }) {
    const visitor = /** @type {import('express').Request} */ (request);
    await new Promise((resolve) => {
      visitorSession(visitor, /** @type {import('express').Response} */ (response), resolve);
    });
    for (const [slug, quantity] of Object.entries(quantities)) {
      setQuantity(visitor, ownStore, slug, quantity);
    }
    return { lines: Object.keys(quantities).length };
  },
});
