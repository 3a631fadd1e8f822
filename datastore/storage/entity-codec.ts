import { invalidArgument } from '../errors.js';
import { decodePath, type Path } from '../keys/path.js';
import type { Partition } from '../keys/scope.js';
import type { Schema } from '../protos/schema.js';
import { MAX_NAME_BYTES } from '../values/check-value.js';
import { collectIndexValues, countIndexValues } from '../values/index-values.js';
import { normalizeProperties, restorePartitions } from '../values/normalize.js';
import type { PropertyMask } from '../values/property-mask.js';
import type { OrderedValue } from '../values/encode-value.js';
import type { EntityMessage, KeyMessage } from '../wire/messages.js';
import { findProperties } from './entity-bytes.js';
import { PlainContent, type EntityContent } from './entity-content.js';
import { countPlain } from './plain-properties.js';
import { hasNested, sliceNamed } from './property-text.js';
import type { EntityWrite, StoredEntity } from './stored-entity.js';

/** Turns entities into what is stored and back. */
export class EntityCodec {
  private readonly schema: Schema;
  private holders: { property: string; names: ReadonlySet<string> } | undefined;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** What is to be stored of properties that were checked. Changes them. */
  write(content: EntityContent, own: Partition): EntityWrite {
    if (content.plain !== undefined) {
      const { text, indexEntries } = content.plain;
      return { properties: text, hasOwnKeys: false, hasNested: false, indexEntries };
    }
    const entity = { properties: content.properties };
    const hasOwnKeys = normalizeProperties(entity, own);
    const properties = toText(this.schema.entity.encode(entity));
    return {
      properties,
      hasOwnKeys,
      hasNested: hasNested(properties),
      indexEntries: countIndexValues(entity),
    };
  }

  /** The key of an entity as it came, and what is in it. */
  open(bytes: Uint8Array): { key: EntityMessage['key']; content: EntityContent } {
    const start = findProperties(bytes);
    const text = start === undefined ? undefined : toText(bytes.subarray(start));
    const indexEntries = text === undefined ? undefined : countPlain(text);
    if (text === undefined || indexEntries === undefined) {
      const { key, properties = {} } = this.decode(bytes);
      return { key, content: { properties } };
    }
    const content = new PlainContent(
      { text, indexEntries },
      () => this.decode(bytes).properties ?? {},
    );
    return { key: this.decode(bytes.subarray(0, start)).key, content };
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
    // Indexes are brought up to date one by one.
    if (this.holders?.property !== property) {
      this.holders = { property, names: listHolders(property) };
    }
    const slice = sliceNamed(stored.properties, this.holders.names);
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
function listHolders(name: string): Set<string> {
  const text = toText(Buffer.from(name));
  const holders = new Set([text]);
  let dot = text.indexOf('.');
  while (dot !== -1 && dot <= MAX_NAME_BYTES) {
    holders.add(text.slice(0, dot));
    dot = text.indexOf('.', dot + 1);
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
