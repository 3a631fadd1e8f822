/** What is said of a page that cannot be turned to. */
export const pageGone = 'That page is no longer there. Start again at the first one.';

/** Says what is wrong with a request, with the status to answer it with. */
export class BadRequest extends Error {
  /**
   * @param {string} message
   * @param {number} [status]
   */
  constructor(message, status = 400) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {unknown} value
 * @returns {string}
 */
export function readSlug(value) {
  if (typeof value === 'string' && /^[a-z0-9-]{1,80}$/.test(value)) return value;
  throw new BadRequest('That is not a tea of ours.');
}

/**
 * @param {unknown} value
 * @param {{ from: number, to: number }} range
 */
export function readQuantity(value, { from, to }) {
  // A form with two fields of one name sends both; the button that was pressed comes last.
  const quantity = Number(Array.isArray(value) ? value.at(-1) : value);
  if (Number.isInteger(quantity) && quantity >= from && quantity <= to) return quantity;
  throw new BadRequest(`A quantity is a whole number from ${from} to ${to}.`);
}

/**
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function readCursor(value) {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^[\w+/=-]{1,1500}$/.test(value)) return value;
  throw new BadRequest(pageGone);
}

/**
 * @param {unknown} body
 * @returns {import('../orders/orders.js').Customer}
 */
export function readCustomer(body) {
  const { name, email } = /** @type {Record<string, unknown>} */ (body ?? {});
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100) {
    throw new BadRequest('Please tell us your name.');
  }
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 200) {
    throw new BadRequest('Please tell us your e-mail address.');
  }
  return { name: name.trim(), email };
}
