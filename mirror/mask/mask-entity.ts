import { createHmac } from 'node:crypto';
import { AppTestError, quoteValue } from '../../protocol/index.js';
import { encodeMessage, findType } from '../rpc/schema.js';
import { encodeDelimited, forEachField } from '../wire/fields.js';
import type { Mask, MaskValue, PropertyMask } from './mask.js';
import { fromMaskValue, toMaskValue } from './values.js';

/** Applies a mask to entities, as bytes: what it does not name stays as it is. */
export class EntityMasker {
  readonly #mask: Mask;
  readonly #key: Uint8Array;
  /** Kinds and properties, because one function may mask several. */
  readonly #used = new Set<string>();

  constructor(mask: Mask, key: Uint8Array) {
    this.#mask = mask;
    this.#key = key;
  }

  apply(kind: string, entity: Uint8Array): Uint8Array {
    const own = Object.hasOwn(this.#mask, kind) ? this.#mask[kind] : {};
    const names = Object.keys({ ...this.#mask['*'], ...own });
    return names.length === 0 ? entity : this.#maskEntity(entity, kind, '', names);
  }

  /** What the mask names and no entity had: likely a typing error. */
  listUnused(kinds: readonly string[]): string[] {
    return Object.entries(this.#mask)
      .filter(([kind]) => kind === '*' || kinds.includes(kind))
      .flatMap(([kind, properties]) =>
        Object.keys(properties)
          .map((property) => `${kind}.${property}`)
          .filter((name) => !this.#used.has(name)),
      );
  }

  #maskEntity(entity: Uint8Array, kind: string, prefix: string, names: string[]): Uint8Array {
    return replaceFields(entity, 3, (entry) => {
      const property = `${prefix}${readName(entry)}`;
      const mask = this.#find(kind, property);
      const hasMore = names.some((name) => name.startsWith(`${property}.`));
      if (mask === undefined && !hasMore) return entry;
      const descend = (value: Uint8Array): Uint8Array | undefined =>
        mask === undefined
          ? replaceFields(value, 6, (inner) => this.#maskEntity(inner, kind, `${property}.`, names))
          : this.#maskValue(value, mask, { kind, property });
      return replaceValue(entry, (value) => mapElements(value, descend));
    });
  }

  #find(kind: string, property: string): PropertyMask | undefined {
    for (const name of [kind, '*']) {
      const masks = Object.hasOwn(this.#mask, name) ? this.#mask[name]! : {};
      if (!Object.hasOwn(masks, property)) continue;
      this.#used.add(`${name}.${property}`);
      return masks[property];
    }
    return undefined;
  }

  #maskValue(
    bytes: Uint8Array,
    mask: PropertyMask,
    where: { kind: string; property: string },
  ): Uint8Array | undefined {
    const type = findType('Value');
    const decoded = type.toObject(type.decode(bytes), { longs: String });
    const valueType = type.oneofs.valueType!.oneof.find((name) => name in decoded) ?? 'nullValue';
    const value = toMaskValue(decoded, valueType);
    const digest = (text: string): Uint8Array =>
      createHmac('sha256', this.#key).update(text).digest();
    const replacement = callMask(() => mask(value, { ...where, digest }), where);
    if (replacement === undefined) return undefined;
    if (replacement === value && !isChanged(value, toMaskValue(decoded, valueType))) return bytes;
    const message = fromMaskValue(replacement, valueType);
    if (message === undefined) throw badResult(where, replacement);
    const { meaning, excludeFromIndexes } = decoded as {
      meaning?: number;
      excludeFromIndexes?: boolean;
    };
    return encodeMessage('Value', {
      ...message,
      // A meaning belongs to a type.
      ...(meaning && valueType in message && { meaning }),
      ...(excludeFromIndexes && { excludeFromIndexes }),
    });
  }
}

/** Whether a mask has changed in place what it was given, of which `original` was made anew. */
function isChanged(value: MaskValue, original: MaskValue): boolean {
  if (value instanceof Date) return value.getTime() !== (original as Date).getTime();
  // The bytes are the entity's own, so that there is no original to compare with.
  return value instanceof Uint8Array;
}

function callMask<T>(call: () => T, { kind, property }: { kind: string; property: string }): T {
  try {
    return call();
  } catch (cause) {
    throw new AppTestError({
      code: 'MIRROR_MASK',
      message: `The mask of ${kind}.${property} failed: ${cause instanceof Error ? cause.message : String(cause)}.`,
      next: 'Mend it; what was copied before can be gone on from only with the same mask, so begin anew with --merge.',
      cause,
    });
  }
}

function badResult(where: { kind: string; property: string }, result: unknown): AppTestError {
  return new AppTestError({
    code: 'MIRROR_MASK',
    message: `The mask of ${where.kind}.${where.property} returned ${quoteValue(String(result))}, which is no value.`,
    next: 'Return a string, number, bigint of 64 bits, boolean, Date, Uint8Array or null, what was given, or undefined to drop it.',
  });
}

/** Replaces the payload of every field of a number; undefined removes the field. */
function replaceFields(
  bytes: Uint8Array,
  number: number,
  replace: (payload: Uint8Array) => Uint8Array | undefined,
): Uint8Array {
  const chunks: Uint8Array[] = [];
  forEachField(bytes, (field) => {
    if (field.number !== number) {
      chunks.push(bytes.subarray(field.start, field.end));
      return;
    }
    const replaced = replace(bytes.subarray(field.payload, field.end));
    if (replaced !== undefined) chunks.push(encodeDelimited(number, replaced));
  });
  return Buffer.concat(chunks);
}

function readName(entry: Uint8Array): string {
  let name = '';
  forEachField(entry, ({ number, payload, end }) => {
    if (number === 1) name = Buffer.from(entry.subarray(payload, end)).toString('utf8');
  });
  return name;
}

/** Replaces the value of an entry of properties; undefined removes the entry. */
function replaceValue(
  entry: Uint8Array,
  replace: (value: Uint8Array) => Uint8Array | undefined,
): Uint8Array | undefined {
  let isDropped = false;
  const replaced = replaceFields(entry, 2, (value) => {
    const result = replace(value);
    isDropped = result === undefined;
    return result;
  });
  return isDropped ? undefined : replaced;
}

/** Calls for a value, or for each element of an array. */
function mapElements(
  value: Uint8Array,
  map: (element: Uint8Array) => Uint8Array | undefined,
): Uint8Array | undefined {
  let isArray = false;
  const mapped = replaceFields(value, 9, (array) => {
    isArray = true;
    return replaceFields(array, 1, map);
  });
  return isArray ? mapped : map(value);
}
