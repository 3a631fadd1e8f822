import { html } from './html.js';

/**
 * @param {import('../data/stores.js').Store} store
 * @param {string} title
 * @param {string} text
 */
export function messagePage(store, title, text) {
  return html`<h1>${title}</h1>
    <p class="lead">${text}</p>
    <p><a href="${store.base}/">Back to the teas</a></p>`;
}
