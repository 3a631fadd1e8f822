// Answers lookups and commits at once without reading them: what the official client takes by itself. empty-server.ts PORT

import { createServer } from 'node:net';
import { serveGrpc, type GrpcHandler, type GrpcHandlers } from '../../datastore/grpc/serve.js';
import { loadSchema } from '../../datastore/protos/schema.js';

const [port] = process.argv.slice(2);
const BATCH = 500;
/** No single entity of the bench takes as much, and every batch more. */
const SMALLEST_BATCH_BYTES = 10_000;

const time = { seconds: 1_700_000_000, nanos: 1_000_000 };
const schema = loadSchema();
const found = Buffer.from(
  schema.method('Lookup').response.encode({ found: [{ entity: encodeItem(), version: 1 }] }),
);
const [committed, committedBatch] = [encodeCommitted(1), encodeCommitted(BATCH)];

const handlers: GrpcHandlers = new Map<string, GrpcHandler>([
  ['/google.datastore.v1.Datastore/Lookup', (call) => call.answer(found)],
  [
    '/google.datastore.v1.Datastore/Commit',
    (call, { length }) => call.answer(length < SMALLEST_BATCH_BYTES ? committed : committedBatch),
  ],
]);

createServer({ noDelay: true }, (socket) => {
  // A connection that breaks is no failure of ours.
  socket.on('error', () => socket.destroy());
  serveGrpc(socket, handlers);
}).listen(Number(port), '127.0.0.1');

function encodeItem(): Uint8Array {
  return schema.entity.encode({
    key: { partitionId: { projectId: 'bench' }, path: [{ kind: 'Item', name: 'one' }] },
    properties: {
      name: { stringValue: 'item 1' },
      n: { integerValue: 1 },
      open: { booleanValue: true },
      at: { timestampValue: time },
    },
  });
}

function encodeCommitted(count: number): Buffer {
  const result = { version: 1_700_000_000_000_000, createTime: time, updateTime: time };
  const mutationResults = Array.from({ length: count }, () => result);
  return Buffer.from(
    schema.method('Commit').response.encode({ mutationResults, commitTime: time }),
  );
}
