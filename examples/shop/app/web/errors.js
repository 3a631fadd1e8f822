import { ownStore, stores } from '../data/stores.js';
import { layout } from '../views/layout.js';
import { messagePage } from '../views/message-page.js';
import { pageGone } from './input.js';

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
  if (error.code === invalidArgument) {
    // The Datastore refuses a cursor that it did not make; nothing else that we send it is a visitor's.
    answer(request, response, 400, 'Not quite', pageGone);
  } else if (error.status < 500) {
    answer(request, response, error.status, 'Not quite', error.message);
  } else {
    process.stderr.write(`${error.stack}\n`);
    const text = 'Something went wrong on our side. Please try again.';
    answer(request, response, 500, 'Sorry', text);
  }
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
