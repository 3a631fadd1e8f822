import { EventEmitter } from 'node:events';

/**
 * @typedef {import('../data/stores.js').Store} Store
 */

const announcements = new EventEmitter().setMaxListeners(0);

/**
 * @param {Store} store
 * @param {{ slug: string, stock: number }} product
 */
export function announceStock(store, { slug, stock }) {
  announcements.emit(`${store.id}/${slug}`, stock);
}

/**
 * @param {Store} store
 * @param {string} slug
 * @param {(stock: number) => void} listener
 * @returns {() => void} ends it
 */
export function onStock(store, slug, listener) {
  const name = `${store.id}/${slug}`;
  announcements.on(name, listener);
  return () => announcements.off(name, listener);
}
