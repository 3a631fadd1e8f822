/** A property's value as a mask sees it. Integers beyond 2^53 are bigints. */
export type MaskValue = string | number | bigint | boolean | Date | Uint8Array | null | OpaqueValue;

/** A value that a mask can keep, drop or replace, but not look into. */
export interface OpaqueValue {
  readonly opaque: 'key' | 'geoPoint' | 'entity' | 'array';
}

/** Where a value is. */
export interface MaskContext {
  kind: string;
  /** The property's name; in an embedded entity its path, such as `address.street`. */
  property: string;
  /**
   * 32 bytes that are the same for the same text, in every kind and property of a copy, and tell nothing about it to
   * those who don't have the key.
   */
  digest: (text: string) => Uint8Array;
}

/**
 * Returns what the copy gets in place of a value; `undefined` drops the property, or the element of an array. It is called
 * for each element of an array.
 */
export type PropertyMask = (value: MaskValue, context: MaskContext) => MaskValue | undefined;

/** Masks by kind, then by property. The kind `*` stands for every kind that has no mask of its own for a property. */
export type Mask = Record<string, Record<string, PropertyMask>>;

/**
 * Says what `app-test mirror --mask FILE` makes of personal data. The file's default export.
 *
 * @example
 * ```ts
 * import { defineMask, drop, email, pseudonym } from 'app-test/mirror';
 *
 * export default defineMask({
 *   Customer: { name: pseudonym('Customer '), email: email(), 'address.street': drop() },
 *   '*': { ipAddress: drop() },
 * });
 * ```
 */
export function defineMask(mask: Mask): Mask {
  return mask;
}
