import { createHash } from 'node:crypto';

/**
 * The lowercase hexadecimal SHA-256 of a token's UTF-8 bytes, 64 characters (spec 2.2).
 *
 * @example
 * ```ts
 * hashToken('abc').slice(0, 8); // 'ba7816bf'
 * ```
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** Says whether a value is a well-formed token: 43 characters of URL-safe base64 (spec 2.2). */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value);
}
