import { WebSocketServer } from 'ws';
import { findProduct } from '../data/products.js';
import { stores } from '../data/stores.js';
import { onStock } from './announcements.js';

/** @typedef {import('../data/stores.js').Store} Store */

/**
 * Serves `<store>/live/stock`: a page sends `{ "watch": "<product>" }` and is told, at once and
 * whenever its stock changes, to read it anew.
 *
 * @param {import('node:http').Server} server
 * @returns {WebSocketServer} with the pages that are listening
 */
export function serveStockFeed(server) {
  const pages = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  server.on('upgrade', (request, socket, head) => {
    const store = stores.find(({ base }) => request.url === `${base}/live/stock`);
    if (store === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    pages.handleUpgrade(request, socket, head, (page) => feed(store, page));
  });
  return pages;
}

/**
 * @param {Store} store
 * @param {import('ws').WebSocket} page
 */
function feed(store, page) {
  let unwatch = () => {};
  page.on('error', () => page.terminate());
  page.on('close', () => unwatch());
  page.on('message', (/** @type {Buffer} */ message) => {
    watch(message.toString('utf8')).catch(() => page.close(1008));
  });

  /** @param {string} message */
  async function watch(message) {
    const slug = String(JSON.parse(message).watch);
    if ((await findProduct(store, slug)) === undefined) throw new Error('no such product');
    const tell = () => page.send(JSON.stringify({ changed: slug }));
    unwatch();
    if (page.readyState !== page.OPEN) return;
    unwatch = onStock(store, slug, tell);
    tell();
  }
}
