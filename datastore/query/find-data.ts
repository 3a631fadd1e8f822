import type { EntityCodec } from '../storage/entity-codec.js';
import type { NamespaceData } from '../storage/namespace-data.js';
import type { Snapshot } from '../storage/snapshot.js';
import { describeMetadata, isMetadataKind } from './metadata.js';
import type { Query } from './query.js';

/** What a query runs over: the entities of its namespace, or what describes them. */
export function findData(
  { kind, partition }: Query,
  snapshot: Snapshot,
  codec: EntityCodec,
): NamespaceData | undefined {
  return isMetadataKind(kind)
    ? describeMetadata(kind, snapshot, partition, codec)
    : snapshot.namespace(partition.namespaceId);
}
