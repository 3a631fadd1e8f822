const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const dateTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** @param {number} cents */
export function formatPrice(cents) {
  return money.format(cents / 100);
}

/** @param {Date} date */
export function formatTime(date) {
  return `${dateTime.format(date)} UTC`;
}

/** @param {number} stock */
export function formatStock(stock) {
  if (stock === 0) return 'Sold out';
  return stock <= 3 ? `Only ${stock} left` : `${stock} in stock`;
}
