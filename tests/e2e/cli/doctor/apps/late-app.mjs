// An app that mounts app-test's middleware after a route that answers everything.
import { activate, testMode } from 'app-test/server';
import express from 'express';
import http from 'node:http';

await activate();
const app = express();
app.use((_request, response) => response.status(404).send('<h1>Not Found</h1>'));
app.use(testMode());
const server = http.createServer(app);
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
