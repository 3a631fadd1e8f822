// The application of the suite: it keeps one record, and can take its time. With APP_TEST it is in test mode.
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Datastore } from '@google-cloud/datastore';
import { setup } from 'app-test/server';

await setup();
const datastore = new Datastore();

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const key = datastore.key(['Note', 'latest']);
  if (request.method === 'POST') {
    await datastore.save({ key, data: { text: searchParams.get('text') } });
    response.end();
    return;
  }
  let text = 'nothing';
  if (pathname === '/slow') {
    await delay(2000);
    text = (await datastore.get(key))[0]?.text;
  }
  response.setHeader('Content-Type', 'text/html');
  response.end(`<!doctype html><title>Note</title><p>${text}</p>`);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on ${server.address().port}\n`);
});
process.stdin.resume().on('end', () => process.exit());
