import { invalidArgument } from '../errors.js';
import type { Path } from '../keys/path.js';
import type { EntityCodec } from '../storage/entity-codec.js';
import type { EntityWrite, StoredEntity } from '../storage/stored-entity.js';
import type { KeyMessage, ValueMessage } from '../wire/messages.js';
import type { CommitContext, Prepared, Target } from './prepare.js';

/** What became of one mutation. */
export interface MutationOutcome {
  /** The key, if it was given its id. */
  key: KeyMessage | undefined;
  /** Undefined after a delete. */
  entity: StoredEntity | undefined;
  /** When the entity was last changed. */
  version: number;
  /** Whether the mutation was not applied, because it was made for another version. */
  conflict: boolean;
  /** One for each property transform. */
  transformResults: ValueMessage[];
}

/** https://cloud.google.com/datastore/docs/concepts/limits */
const MAX_ENTITY_BYTES = 1_048_572;
const MAX_INDEX_ENTRIES = 20_000;

function checkSize(path: Path, write: EntityWrite): void {
  if (path.length + write.properties.length > MAX_ENTITY_BYTES) {
    throw invalidArgument(`maximum entity size is ${MAX_ENTITY_BYTES} bytes`);
  }
}

/** https://cloud.google.com/datastore/docs/concepts/limits: each value has an entry in either direction. */
function checkIndexEntries({ indexEntries }: EntityWrite): void {
  if (2 * indexEntries > MAX_INDEX_ENTRIES) throw invalidArgument('Too many indexed properties');
}

/** Encodes everything first, so that nothing is stored if anything is refused. */
export function applyAll(
  context: CommitContext,
  prepared: Prepared[],
  targets: Map<string, Target>,
  time: number,
): MutationOutcome[] {
  const writes = new Map<Target, EntityWrite | undefined>();
  for (const target of targets.values()) {
    if (target.isChanged) writes.set(target, encode(context.codec, target));
  }
  const stored = new Map<Target, StoredEntity | undefined>();
  for (const [target, write] of writes) stored.set(target, apply(context, target, write, time));
  return prepared.map(({ target, key, conflict, transformResults }) => {
    const entity = stored.has(target) ? stored.get(target) : target.before;
    return { key, entity, version: entity?.updated ?? time, conflict, transformResults };
  });
}

function encode(codec: EntityCodec, { content, partition, path }: Target): EntityWrite | undefined {
  if (content === undefined) return undefined;
  const write = codec.write(content, partition);
  checkSize(path, write);
  checkIndexEntries(write);
  return write;
}

function apply(
  { database }: CommitContext,
  { partition, path }: Target,
  write: EntityWrite | undefined,
  time: number,
): StoredEntity | undefined {
  if (write !== undefined) return database.put(partition.namespaceId, path, write, time);
  database.remove(partition.namespaceId, path, time);
  return undefined;
}
