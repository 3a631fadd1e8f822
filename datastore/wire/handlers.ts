import { DatastoreError, invalidArgument, Status } from '../errors.js';
import type { GrpcHandler, GrpcHandlers } from '../grpc/serve.js';
import type { Codec, MethodName } from '../protos/schema.js';
import type { Instance } from './instance.js';
import { methods } from './methods.js';

const SERVICE = '/google.datastore.v1.Datastore/';
const WRITING: ReadonlySet<MethodName> = new Set(['Commit', 'AllocateIds', 'ReserveIds']);
/** https://cloud.google.com/datastore/docs/concepts/limits */
const MOST_REQUEST_BYTES = 10 * 1024 * 1024;

/** The service of an instance, for a gRPC server. */
export function createHandlers(instance: Instance): GrpcHandlers {
  const names = Object.keys(methods) as MethodName[];
  return new Map(names.map((name) => [SERVICE + name, handleMethod(instance, name)]));
}

function handleMethod(instance: Instance, name: MethodName): GrpcHandler {
  const { request: requests, response: responses } = instance.schema.method(name);
  const method = methods[name] as (instance: Instance, request: unknown) => object;
  const isWriting = WRITING.has(name);
  return (call, bytes) => {
    let answer: () => void;
    try {
      const request = decodeRequest(requests, bytes);
      if (isWriting) instance.checkWritable();
      const response = responses.encode(method(instance, request));
      answer = () => call.answer(response);
    } catch (error) {
      answer = () => call.refuse(error);
    }
    instance.settle((failure) => (failure === undefined ? answer() : call.refuse(failure)));
  };
}

function decodeRequest(requests: Codec<unknown>, bytes: Buffer): unknown {
  if (bytes.length > MOST_REQUEST_BYTES) {
    throw invalidArgument(`Request payload size exceeds the limit: ${MOST_REQUEST_BYTES} bytes.`);
  }
  try {
    return requests.decode(bytes);
  } catch {
    throw new DatastoreError(Status.INTERNAL, 'Error deserializing request');
  }
}
