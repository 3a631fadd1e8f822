import {
  Server,
  ServerCredentials,
  status,
  type ConnectionInjector,
  type handleUnaryCall,
  type MethodDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { DatastoreError, invalidArgument } from '../errors.js';
import type { MethodName } from '../protos/schema.js';
import type { Instance } from './instance.js';
import { methods } from './methods.js';

const SERVICE = '/google.datastore.v1.Datastore/';
const WRITING: ReadonlySet<MethodName> = new Set(['Commit', 'AllocateIds', 'ReserveIds']);
/** https://cloud.google.com/datastore/docs/concepts/limits */
const MOST_REQUEST_BYTES = 10 * 1024 * 1024;
/** Beyond this a request is not even received; grpc-js alone would refuse above 4 MiB. */
const MOST_MESSAGE_BYTES = 16 * 1024 * 1024;
const TOO_LARGE = Symbol('too large');

/** A gRPC server without a port of its own: it is handed its connections. */
export function createGrpcServer(instance: Instance): {
  injector: ConnectionInjector;
  server: Server;
} {
  const server = new Server({
    'grpc.max_receive_message_length': MOST_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    // Nobody looks at its counters.
    'grpc.enable_channelz': 0,
  });
  const definition: Record<string, MethodDefinition<unknown, unknown>> = {};
  const implementation: UntypedServiceImplementation = {};
  for (const name of Object.keys(methods) as MethodName[]) {
    definition[name] = defineMethod(instance, name);
    implementation[name] = handleMethod(instance, name);
  }
  server.addService(definition, implementation);
  return { server, injector: server.createConnectionInjector(ServerCredentials.createInsecure()) };
}

function defineMethod(instance: Instance, name: MethodName): MethodDefinition<unknown, unknown> {
  const { request, response } = instance.schema.method(name);
  return {
    path: SERVICE + name,
    requestStream: false,
    responseStream: false,
    requestSerialize: (message) => Buffer.from(request.encode(message)),
    requestDeserialize: (bytes) =>
      bytes.length > MOST_REQUEST_BYTES ? TOO_LARGE : request.decode(bytes),
    responseSerialize: (message) => asBuffer(response.encode(message)),
    responseDeserialize: (bytes) => response.decode(bytes),
  };
}

function handleMethod(instance: Instance, name: MethodName): handleUnaryCall<unknown, object> {
  const method = methods[name] as (instance: Instance, request: unknown) => object;
  const isWriting = WRITING.has(name);
  return (call, callback) => {
    let answer: () => void;
    try {
      if (call.request === TOO_LARGE) {
        throw invalidArgument(
          `Request payload size exceeds the limit: ${MOST_REQUEST_BYTES} bytes.`,
        );
      }
      if (isWriting) instance.checkWritable();
      const response = method(instance, call.request);
      answer = () => callback(null, response);
    } catch (error) {
      answer = () => callback(toStatus(error));
    }
    instance.settle((failure) => (failure === undefined ? answer() : callback(toStatus(failure))));
  };
}

function toStatus(error: unknown): { code: number; details: string } {
  if (error instanceof DatastoreError) return { code: error.code, details: error.details };
  const details = error instanceof Error ? error.message : String(error);
  return { code: status.INTERNAL, details: `The embedded Datastore failed: ${details}` };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
