import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import {
  loadPackageDefinition,
  type sendUnaryData,
  type UntypedServiceImplementation,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';

/** How a scripted Datastore answers an RPC: a response, an error, or never. */
export type Answer = (method: string) => object | { code: number; details: string } | undefined;

/** A gRPC server that speaks google.datastore.v1 and answers as it is told to. */
export async function startScriptedDatastore(
  answer: Answer,
  address = '127.0.0.1:0',
): Promise<{
  address: string;
  requests: [method: string, request: object, metadata: object][];
  stop(): void;
}> {
  const protos = createRequire(import.meta.url)(
    '@google-cloud/datastore/build/protos/protos.json',
  ) as object;
  const options = { longs: String, enums: String, defaults: true, oneofs: true };
  const root = loadPackageDefinition(fromJSON(protos, options)) as unknown as {
    google: { datastore: { v1: { Datastore: { service: ServiceDefinition } } } };
  };
  const { service } = root.google.datastore.v1.Datastore;
  const requests: [string, object, object][] = [];
  const handlers: UntypedServiceImplementation = Object.fromEntries(
    Object.keys(service).map((method) => [
      method,
      (call: ServerUnaryCall<object, object>, callback: sendUnaryData<object>) => {
        requests.push([method, call.request, call.metadata.getMap()]);
        const given = answer(method);
        if (given === undefined) return;
        if ('code' in given) callback(given);
        else callback(null, given);
      },
    ]),
  );
  const server = new Server();
  server.addService(service, handlers);
  const bind = promisify(server.bindAsync.bind(server));
  const port = await bind(address, ServerCredentials.createInsecure());
  return {
    address: address.replace(/:0$/, `:${port}`),
    requests,
    stop: () => server.forceShutdown(),
  };
}
