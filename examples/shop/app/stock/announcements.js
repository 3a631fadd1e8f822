import { EventEmitter } from 'node:events';

/**
 * @typedef {import('../data/stores.js').Store} Store
 */

const announcements = new EventEmitter().setMaxListeners(0);

/**
 * Tells those who watch a product that its stock is another.
 *
 * @param {Store} store
 * @param {{ slug: string }} product
 */
export function announceStock(store, { slug }) {
  announcements.emit(`${store.id}/${slug}`);
}

/**
 * @param {Store} store
 * @param {string} slug
 * @param {() => void} listener
 * @returns {() => void} ends it
 */
export function onStock(store, slug, listener) {
  const name = `${store.id}/${slug}`;
  announcements.on(name, listener);
  return () => announcements.off(name, listener);
}
