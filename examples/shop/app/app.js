import { fileURLToPath } from 'node:url';
import express from 'express';
import { visitorSession } from './cart/session.js';
import { ownStore, partnerStores } from './data/stores.js';
import { createAdmin } from './web/admin.js';
import { answerError, answerNotFound } from './web/errors.js';
import { createStorefront } from './web/storefront.js';

const publicFolder = fileURLToPath(new URL('public', import.meta.url));

/** The whole shop, ready to be served. */
export function createApp() {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set('Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'");
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.use('/assets', express.static(publicFolder, { index: false }));
  app.use(visitorSession);
  app.use(express.urlencoded({ extended: false, limit: '16kb' }), express.json({ limit: '16kb' }));
  app.use('/admin', createAdmin());
  for (const store of partnerStores) app.use(store.base, createStorefront(store));
  app.use(createStorefront(ownStore));
  app.use(answerNotFound);
  app.use(answerError);
  return app;
}
