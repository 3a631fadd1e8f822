import protobuf from 'protobufjs';
import { findProtos } from '../../datastore/protos/find-protos.js';

/** The RPCs of google.datastore.v1. */
export const rpcNames = [
  'Lookup',
  'RunQuery',
  'RunAggregationQuery',
  'BeginTransaction',
  'Commit',
  'Rollback',
  'AllocateIds',
  'ReserveIds',
] as const;

/** The name of an RPC. */
export type RpcName = (typeof rpcNames)[number];

const service = 'google.datastore.v1';

/**
 * The official client's protos, but for what the mirror hands on without looking at it: entities and keys are bytes.
 * On the wire an embedded message is its length and its bytes, as a bytes field is.
 */
const asBytes: [message: string, field: string][] = [
  ['EntityResult', 'entity'],
  ['Mutation', 'upsert'],
  ['LookupRequest', 'keys'],
  ['LookupResponse', 'deferred'],
  ['ReserveIdsRequest', 'keys'],
  ['Value', 'keyValue'],
];

let loaded: protobuf.Root | undefined;

/** Finds a message type by its name within google.datastore.v1. */
export function findType(name: string): protobuf.Type {
  loaded ??= loadRoot();
  return loaded.lookupType(`${service}.${name}`);
}

/** Encodes a message from its plain form. */
export function encodeMessage(name: string, message: object): Uint8Array {
  return findType(name).encode(message).finish();
}

function loadRoot(): protobuf.Root {
  const descriptor = structuredClone(findProtos()) as protobuf.INamespace;
  const root = protobuf.Root.fromJSON(descriptor);
  for (const [message, field] of asBytes) {
    root.lookupType(`${service}.${message}`).fields[field]!.type = 'bytes';
  }
  root.resolveAll();
  return root;
}
