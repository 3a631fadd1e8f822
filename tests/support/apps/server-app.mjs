// The application that server tests start as a child process. TEST_APP says how it uses app-test; over IPC a
// test can run code in it, to change what no request can change.
import * as appTest from 'app-test/server';
import { Datastore } from '@google-cloud/datastore';
import express5 from 'express';
import express4 from 'express-4';
import http from 'node:http';

const app = JSON.parse(process.env.TEST_APP ?? '{}');
const context = { appTest, Datastore, session: appTest.session, offsetMs: 0 };
const fixedStart = app.clock === undefined ? undefined : Date.parse(app.clock) - Date.now();
const options = {
  ...app.options,
  ...(fixedStart === undefined
    ? {}
    : { now: () => new Date(Date.now() + fixedStart + context.offsetMs) }),
};

// oxlint-disable-next-line typescript/no-misused-promises -- every failure is sent back
process.on('message', async ({ id, source, argument }) => {
  try {
    // oxlint-disable-next-line no-eval -- that is what a test asks for
    const run = (0, eval)(`(${source})`);
    process.send({ id, value: await run(context, argument) });
  } catch (error) {
    process.send({ id, error: { message: error.message, code: error.code } });
  }
});

const datastore = new Datastore();
context.datastore = datastore;

/** Answers what the Datastore holds, so that a request that got through leaves a trace. */
async function handle(request, response) {
  context.handled = (context.handled ?? 0) + 1;
  context.methods = [...(context.methods ?? []), request.method];
  const key = datastore.key(['Visit', 'last']);
  if (request.method === 'POST') await datastore.save({ key, data: { path: request.url } });
  const [visit] = await datastore.get(key);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>App</title><h1>App</h1><p>${visit?.path ?? 'no visit'}</p>`);
}

async function wire() {
  if (app.use === 'setup') return [(await appTest.setup(options)).middleware];
  if (app.use === 'activate') {
    await appTest.activate(options);
    return [appTest.testMode()];
  }
  if (app.use === 'protect') return [appTest.protect()];
  return [];
}

function createListener(middlewares) {
  if (app.framework === 'node') {
    return (request, response) => {
      const [middleware] = middlewares;
      const go = () => void handle(request, response);
      if (middleware === undefined) go();
      else middleware(request, response, go);
    };
  }
  const create = app.framework === 'express4' ? express4 : express5;
  const server = create();
  server.get('/early', (request, response) => void handle(request, response));
  for (const middleware of middlewares) server.use(middleware);
  server.use((request, response) => void handle(request, response));
  return server;
}

const server = http.createServer(createListener(await wire()));
context.server = server;
// A port is named by tests that start a server again where it was.
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  process.send({ port: server.address().port }),
);
process.on('disconnect', () => process.exit());
