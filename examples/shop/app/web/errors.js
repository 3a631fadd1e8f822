import { ownStore, stores } from '../data/stores.js';
import { layout } from '../views/layout.js';
import { messagePage } from '../views/message-page.js';

const invalidArgument = 3;

/**
 * @param {import('express').Request} request
 * @param {import('express').Response} response
 */
export function answerNotFound(request, response) {
  answer(request, response, 404, 'Not here', 'We looked on every shelf and did not find that.');
}

/** @type {import('express').ErrorRequestHandler} */
export function answerError(error, request, response, next) {
  if (response.headersSent) {
    next(error);
    return;
  }
  // The Datastore refuses a cursor that it did not make; nothing else we send can be invalid.
  const status = error.code === invalidArgument ? 400 : (error.status ?? 500);
  if (status >= 500) process.stderr.write(`${error.stack}\n`);
  const text = status < 500 ? error.message : 'Something went wrong on our side. Please try again.';
  answer(request, response, status, status < 500 ? 'Not quite' : 'Sorry', text);
}

/**
 * @param {import('express').Request} request
 * @param {import('express').Response} response
 * @param {number} status
 * @param {string} title
 * @param {string} text
 */
function answer(request, response, status, title, text) {
  response.status(status);
  if (/^(\/partners\/\w+)?\/api\//.test(request.originalUrl)) {
    response.json({ error: text });
    return;
  }
  const store = stores.findLast(({ base }) => request.originalUrl.startsWith(`${base}/`));
  const body = messagePage(store ?? ownStore, title, text);
  response.send(String(layout({ store: store ?? ownStore, title, body })));
}
