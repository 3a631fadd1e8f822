import type { EntityCodec } from '../storage/entity-codec.js';
import type { StoredEntity } from '../storage/stored-entity.js';
import type { OrderedValue } from '../values/encode-value.js';
import { visitValues } from '../values/index-values.js';
import type { EntityMessage } from '../wire/messages.js';

/** Reads single properties of a stored entity as the indexes hold them, decoding it once at most. */
export class EntityValues {
  private readonly codec: EntityCodec;
  private readonly entity: StoredEntity;
  private decoded: EntityMessage | undefined;

  constructor(codec: EntityCodec, entity: StoredEntity) {
    this.codec = codec;
    this.entity = entity;
  }

  /** The indexed values of a property, which may be a dotted path into embedded entities. */
  of(property: string): OrderedValue[] {
    this.decoded ??= this.codec.read(this.entity);
    const values: OrderedValue[] = [];
    for (const name in this.decoded.properties) {
      if (name !== property && !property.startsWith(`${name}.`)) continue;
      visitValues(name, this.decoded.properties[name]!, (path, ordered) => {
        if (path === property && !values.includes(ordered)) values.push(ordered);
      });
    }
    return values;
  }
}
