import { invalidArgument } from '../errors.js';
import { parsePath, type Path } from '../keys/path.js';
import { parsePartition, type Partition } from '../keys/scope.js';
import type { Snapshot } from '../storage/snapshot.js';
import type { StoredEntity } from '../storage/stored-entity.js';
import type { Read } from '../transactions/transaction.js';
import { PropertyMask } from '../values/property-mask.js';
import { toInt64, toTimestamp } from '../values/numbers.js';
import type { Instance } from './instance.js';
import type { EntityResultMessage, LookupRequest, LookupResponse } from './messages.js';
import { openReading } from './reading.js';
import { toKeyMessage } from '../storage/entity-codec.js';

/** https://cloud.google.com/datastore/docs/concepts/limits */
const MOST_KEYS = 1000;

/** Answers Lookup. A key that is asked for twice is answered once. */
export function lookup(instance: Instance, request: LookupRequest): LookupResponse {
  const entry = instance.open(request);
  const { scope } = entry;
  if (request.keys.length > MOST_KEYS) {
    throw invalidArgument(`cannot get more than ${MOST_KEYS} keys in a single call`);
  }
  const wanted = new Map<string, { partition: Partition; path: Path }>();
  for (const key of request.keys) {
    const partition = parsePartition(key.partitionId, scope);
    const path = parsePath(key, 'read');
    wanted.set(`${partition.namespaceId}\0${path}`, { partition, path });
  }
  const mask = PropertyMask.parse(request.propertyMask);
  const { snapshot, begun, note } = openReading(entry, request.readOptions);
  const response: LookupResponse = {
    found: [],
    missing: [],
    deferred: [],
    readTime: toTimestamp(snapshot.time),
  };
  if (begun !== undefined) response.transaction = begun;
  let size = 0;
  for (const { partition, path } of wanted.values()) {
    if (size > instance.lookupSize) {
      response.deferred.push(toKeyMessage(path, partition));
      continue;
    }
    const entity = snapshot.entity(partition.namespaceId, path);
    note(() => readOfEntity(partition.namespaceId, path, entity));
    if (entity === undefined) {
      response.missing.push({
        entity: entry.codec.encode(path, partition),
        version: toInt64(snapshot.time),
      });
    } else {
      size += entity.properties.length;
      response.found.push(
        describeResult(entity, entry.codec.toWire(entity, path, partition, mask)),
      );
    }
  }
  return response;
}

/** An entity result with its version and times. */
export function describeResult(entity: StoredEntity, bytes: Uint8Array): EntityResultMessage {
  return {
    entity: bytes,
    version: toInt64(entity.updated),
    createTime: toTimestamp(entity.created),
    updateTime: toTimestamp(entity.updated),
  };
}

function readOfEntity(namespace: string, path: Path, entity: StoredEntity | undefined): Read {
  return {
    isTouchedBy: (change) =>
      change.namespace === namespace && (change.path === undefined || change.path === path),
    isSameIn: (now: Snapshot) => now.entity(namespace, path)?.updated === entity?.updated,
  };
}
