import { invalidArgument } from '../errors.js';
import { decodePath, type Path } from '../keys/path.js';
import type { Partition } from '../keys/scope.js';
import type { Schema } from '../protos/schema.js';
import { collectIndexValues, countIndexValues } from '../values/index-values.js';
import { normalizeProperties, restorePartitions } from '../values/normalize.js';
import type { PropertyMask } from '../values/property-mask.js';
import type { OrderedValue } from '../values/encode-value.js';
import type { EntityMessage, KeyMessage } from '../wire/messages.js';
import { sliceProperties } from './entity-bytes.js';
import { hasNested, sliceNamed } from './property-text.js';
import type { EntityWrite, StoredEntity } from './stored-entity.js';

/** Turns entities into what is stored and back. */
export class EntityCodec {
  private readonly schema: Schema;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /**
   * What is to be stored of an entity that was checked. Changes the message. `encoded`: its properties as they came, which
   * saves encoding them if they are to be stored as they are.
   */
  write(entity: EntityMessage, own: Partition, encoded?: Uint8Array): EntityWrite {
    const { hasOwnKeys, isChanged } = normalizeProperties(entity, own);
    const bytes =
      encoded !== undefined && !isChanged
        ? encoded
        : this.schema.entity.encode({ properties: entity.properties ?? {} });
    const text = toText(bytes);
    return {
      properties: text,
      hasOwnKeys,
      hasNested: hasNested(text),
      indexEntries: countIndexValues(entity),
    };
  }

  /** An entity as it came, and its properties as they were encoded, if they lie in one piece. */
  open(bytes: Uint8Array): { entity: EntityMessage; encoded: Uint8Array | undefined } {
    return { entity: this.decode(bytes), encoded: sliceProperties(bytes) };
  }

  /** The properties of a stored entity; keys in its own partition lack theirs. */
  read(stored: Pick<StoredEntity, 'properties'>): EntityMessage {
    return this.schema.entity.decode(toBuffer(stored.properties));
  }

  /** What the indexes would hold of a stored entity if every property had one. */
  listIndexValues(stored: Pick<StoredEntity, 'properties'>): Map<string, OrderedValue[]> {
    return collectIndexValues(this.read(stored));
  }

  /** What the index of a property holds of a stored entity. */
  readIndexValues(stored: Pick<StoredEntity, 'properties'>, property: string): OrderedValue[] {
    const slice = sliceNamed(stored.properties, listHolders(property));
    if (slice === '') return [];
    return collectIndexValues(this.read({ properties: slice })).get(property) ?? [];
  }

  /** The entity as it goes over the wire, or as much of it as a mask asks for. */
  toWire(stored: StoredEntity, path: Path, own: Partition, mask?: PropertyMask): Uint8Array {
    if (stored.hasOwnKeys || mask !== undefined) {
      const entity = this.read(stored);
      restorePartitions(entity, own);
      const { properties = {} } = entity;
      return this.encode(path, own, mask === undefined ? properties : mask.select(properties));
    }
    const key = this.encode(path, own);
    const bytes = Buffer.allocUnsafe(key.length + stored.properties.length);
    bytes.set(key);
    bytes.write(stored.properties, key.length, 'latin1');
    return bytes;
  }

  /** An entity of some properties, or of its key alone, as it goes over the wire. */
  encode(path: Path, own: Partition, properties?: EntityMessage['properties']): Uint8Array {
    const entity: EntityMessage = { key: toKeyMessage(path, own) };
    if (properties !== undefined) entity.properties = properties;
    return this.schema.entity.encode(entity);
  }

  private decode(bytes: Uint8Array): EntityMessage {
    try {
      return this.schema.entity.decode(bytes);
    } catch (error) {
      throw invalidArgument(`An entity cannot be read: ${(error as Error).message}.`);
    }
  }
}

/** The properties that what stands under a name in an index may be in: embedded entities stand there under dotted names. */
function listHolders(name: string): string[] {
  const text = toText(Buffer.from(name));
  const holders = [text];
  for (let dot = text.indexOf('.'); dot !== -1; dot = text.indexOf('.', dot + 1)) {
    holders.push(text.slice(0, dot));
  }
  return holders;
}

/** The key message of a path. */
export function toKeyMessage(path: Path, partitionId: Partition): KeyMessage {
  return { partitionId, path: decodePath(path) };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function toBuffer(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
