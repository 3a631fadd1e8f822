import { AppTestError } from '../../protocol/index.js';
import { encodeNamespace } from '../../server/redirect/namespace-encoding.js';
import type { PartitionMessage } from '../rpc/messages.js';
import { encodeMessage, findType } from '../rpc/schema.js';
import { readPartition, replacePartition } from '../wire/keys.js';
import type { KeyRewriter } from '../wire/rewrite-keys.js';
import { partitionOf, type Place } from './place.js';

/**
 * Makes the function that moves keys of the source's partition to the target's. A key into another database or
 * namespace moves to where a server in test mode looks for what the app keeps there, so that no key of the copy
 * leads out of the test database.
 */
export function createKeyMover(source: Place, target: Place): KeyRewriter {
  const moved = new Map<string, Uint8Array>();
  return (key) => {
    const partition = readPartition(key);
    const known = Buffer.from(partition).toString('latin1');
    let replacement = moved.get(known);
    if (replacement === undefined) {
      const decoded = findType('PartitionId').decode(partition) as PartitionMessage;
      const namespaceId = mapNamespace(decoded, source, target);
      replacement = encodeMessage('PartitionId', { ...partitionOf(target), namespaceId });
      moved.set(known, replacement);
    }
    return replacePartition(key, replacement);
  };
}

/** Whether an encoded key is in the partition of a place. */
export function isInPartition(key: Uint8Array, place: Place): boolean {
  const partition = findType('PartitionId').decode(readPartition(key)) as PartitionMessage;
  return isSame(partition, place);
}

function mapNamespace(partition: PartitionMessage, source: Place, target: Place): string {
  const { namespaceId } = target;
  if (isSame(partition, source)) return namespaceId;
  const appDatabase = readDatabase(partition, source);
  const appNamespace = partition.namespaceId ?? '';
  const encoded = encodeNamespace({
    namespace: namespaceId,
    session: '',
    appDatabase,
    appNamespace,
  });
  // The source that is copied took the place of the app's default namespace: it must not be mistaken for it.
  return encoded === namespaceId ? `${namespaceId}...` : encoded;
}

function isSame(partition: PartitionMessage, place: Place): boolean {
  return (
    (partition.projectId || place.projectId) === place.projectId &&
    readDatabase(partition, place) === place.databaseId &&
    (partition.namespaceId ?? '') === place.namespaceId
  );
}

/** A partition without a project is in the database of the request. */
function readDatabase(
  { projectId, databaseId }: PartitionMessage,
  { databaseId: own }: Place,
): string {
  return projectId ? (databaseId ?? '') : databaseId || own;
}

/** The error of a Datastore whose queries answer from other databases too, as the classic emulator's do. */
export function createMixedError(key: string, source: Place): AppTestError {
  return new AppTestError({
    code: 'DATABASES_MIXED',
    message: `The source answered with ${key}, which is not in the database and namespace that was asked for.`,
    next: "Google's classic emulator answers queries from every database: use a source namespace of its own, or the Firestore emulator in Datastore mode.",
    details: { source, key },
  });
}
