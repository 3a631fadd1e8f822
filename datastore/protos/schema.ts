import protobuf from 'protobufjs';
import type { EntityMessage, KeyMessage, ValueMessage } from '../wire/messages.js';
import { findProtos } from './find-protos.js';

/** Encodes and decodes one message type. */
export interface Codec<T> {
  encode(message: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/** The eight methods of the service. */
export type MethodName =
  | 'Lookup'
  | 'RunQuery'
  | 'RunAggregationQuery'
  | 'BeginTransaction'
  | 'Commit'
  | 'Rollback'
  | 'AllocateIds'
  | 'ReserveIds';

/** How google.datastore.v1 is encoded. */
export interface Schema {
  entity: Codec<EntityMessage>;
  value: Codec<ValueMessage>;
  key: Codec<KeyMessage>;
  /** The codecs of a method's request and response. */
  method(name: MethodName): { request: Codec<unknown>; response: Codec<unknown> };
}

const PACKAGE = 'google.datastore.v1';
let loaded: Schema | undefined;

/** Loads the client's protos, once per process. */
export function loadSchema(): Schema {
  loaded ??= buildSchema(findProtos());
  return loaded;
}

function buildSchema(descriptor: object): Schema {
  const root = protobuf.Root.fromJSON(handEntitiesOverAsBytes(descriptor));
  root.resolveAll();
  const codecOf = <T>(name: string): Codec<T> => createCodec(root.lookupType(`${PACKAGE}.${name}`));
  return {
    entity: codecOf('Entity'),
    value: codecOf('Value'),
    key: codecOf('Key'),
    method: (name) => ({
      request: codecOf(`${name}Request`),
      response: codecOf(`${name}Response`),
    }),
  };
}

function createCodec<T>(type: protobuf.Type): Codec<T> {
  return {
    encode: (message) => type.encode(message as object).finish(),
    decode: (bytes) => type.decode(bytes) as T,
  };
}

/**
 * On the wire an embedded message is its length and its bytes, as a bytes field is. Declaring the entities of results and
 * of mutations as bytes lets them be sent as they are stored, and stored as they came.
 */
function handEntitiesOverAsBytes(descriptor: object): protobuf.INamespace {
  const copy = structuredClone(descriptor) as {
    nested: { google: { nested: { datastore: { nested: { v1: { nested: Messages } } } } } };
  };
  const { EntityResult, Mutation } = copy.nested.google.nested.datastore.nested.v1.nested;
  EntityResult.fields.entity.type = 'bytes';
  for (const operation of ['insert', 'update', 'upsert'] as const) {
    Mutation.fields[operation].type = 'bytes';
  }
  return copy as unknown as protobuf.INamespace;
}

interface Messages {
  EntityResult: { fields: { entity: { type: string } } };
  Mutation: { fields: Record<'insert' | 'update' | 'upsert', { type: string }> };
}
