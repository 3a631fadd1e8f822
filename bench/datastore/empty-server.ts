// Answers every commit at once without reading it: what the official client takes by itself. empty-server.ts PORT

import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
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
const asItIs = (bytes: Buffer): Buffer => bytes;
const commit: ServiceDefinition[string] = {
  path: '/google.datastore.v1.Datastore/Commit',
  requestStream: false,
  responseStream: false,
  requestSerialize: asItIs,
  requestDeserialize: asItIs,
  responseSerialize: asItIs,
  responseDeserialize: asItIs,
};

const server = new Server();
server.addService(
  { commit },
  {
    commit: (_call: unknown, done: (error: null, answer: Buffer) => void) => done(null, answer),
  },
);
server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), () => {});
