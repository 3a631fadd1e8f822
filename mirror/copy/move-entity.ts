import { createKeyMover, createMixedError, isInPartition } from '../places/move-keys.js';
import type { Place } from '../places/place.js';
import type { Exclusions } from '../plan/exclusions.js';
import { describePath, readEntityKey, readPath } from '../wire/keys.js';
import { rewriteKeys } from '../wire/rewrite-keys.js';
import { entityShape } from '../wire/shapes.js';

/** From an entity of the source to the one that the target gets; undefined if it is left out. */
export type EntityMover = (entity: Uint8Array) => Uint8Array | undefined;

/** Makes the function that turns entities of the source into those of the target. */
export function createEntityMover(
  source: Place,
  target: Place,
  exclusions: Exclusions,
  mask: (kind: string, entity: Uint8Array) => Uint8Array,
): EntityMover {
  const moveKey = createKeyMover(source, target);
  return (entity) => {
    const key = readEntityKey(entity);
    const path = readPath(key);
    if (!isInPartition(key, source)) throw createMixedError(describePath(path), source);
    // Below an entity that is not copied: the key alone would tell its id or name.
    if (path.some(({ kind }) => exclusions.findFor(kind) !== undefined)) return undefined;
    return rewriteKeys(mask(path.at(-1)!.kind, entity), entityShape, moveKey);
  };
}
