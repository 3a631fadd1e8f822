import { html } from './html.js';

/**
 * @param {object} page
 * @param {import('../data/stores.js').Store} page.store
 * @param {string} page.title
 * @param {import('./html.js').Markup} page.body
 * @param {number} [page.items] how many items are in the cart
 */
export function layout({ store, title, body, items = 0 }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${store.name}</title>
        <link rel="stylesheet" href="/assets/shop.css" />
        <link rel="icon" href="/assets/leaf.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="${store.base}/">
            <img src="/assets/leaf.svg" alt="" width="28" height="28" />${store.name}
          </a>
          <nav aria-label="Shop">
            <a href="${store.base}/">Teas</a>
            <a href="${store.base}/cart">Cart <span class="badge">${items}</span></a>
          </nav>
        </header>
        <main id="content">${body}</main>
        <footer class="bottom">
          <p>${store.tagline}</p>
          <p><a href="/admin">For staff</a></p>
        </footer>
      </body>
    </html>`;
}

/**
 * The way back: one link for each page above this one.
 *
 * @param {[name: string, address: string][]} links
 */
export function breadcrumbs(links) {
  return html`<nav class="crumbs" aria-label="Breadcrumb">
    <ol>
      ${links.map(([name, address]) => html`<li><a href="${address}">${name}</a></li>`)}
    </ol>
  </nav>`;
}
