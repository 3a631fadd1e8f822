// Answers every commit at once without reading it: what the official client takes by itself. empty-server.ts PORT

import { createServer } from 'node:net';
import type { GrpcCall } from '../../datastore/grpc/call.js';
import { serveGrpc, type GrpcHandlers } from '../../datastore/grpc/serve.js';
import { loadSchema } from '../../datastore/protos/schema.js';

const [port] = process.argv.slice(2);
const BATCH = 500;

const time = { seconds: 1_700_000_000, nanos: 1_000_000 };
const { response } = loadSchema().method('Commit');
const answer = Buffer.from(
  response.encode({
    mutationResults: Array.from({ length: BATCH }, () => ({
      version: 1_700_000_000_000_000,
      createTime: time,
      updateTime: time,
    })),
    commitTime: time,
  }),
);
const handlers: GrpcHandlers = new Map([
  ['/google.datastore.v1.Datastore/Commit', (call: GrpcCall) => call.answer(answer)],
]);

createServer({ noDelay: true }, (socket) => {
  // A connection that breaks is no failure of ours.
  socket.on('error', () => socket.destroy());
  serveGrpc(socket, handlers);
}).listen(Number(port), '127.0.0.1');
