import { createHash, timingSafeEqual } from 'node:crypto';

/** A digest of a token or of what a request presents as one. All have one length, whatever the texts'. */
export function digestToken(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

/** Compares two digests in a time that tells nothing about either. */
export function equalDigests(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(a, b);
}
