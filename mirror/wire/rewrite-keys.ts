import { encodeDelimited, forEachField } from './fields.js';
import { keyShape, type Shape } from './shapes.js';

/** From an encoded key to the one that takes its place. */
export type KeyRewriter = (key: Uint8Array) => Uint8Array;

/**
 * Returns an encoded message with every key in it, at any depth, replaced by what `rewrite` makes of it.
 *
 * It works on the bytes, so that all that is no key arrives as it was: integers and nanoseconds in full, empty arrays,
 * meanings, and fields that are newer than the protos at hand. The same array is returned where nothing changed.
 */
export function rewriteKeys(bytes: Uint8Array, shape: Shape, rewrite: KeyRewriter): Uint8Array {
  if (shape === keyShape) return rewrite(bytes);
  const chunks: Uint8Array[] = [];
  let kept = 0;
  forEachField(bytes, (field) => {
    const inner = field.isDelimited ? shape.fields[field.number] : undefined;
    if (inner === undefined) return;
    const part = bytes.subarray(field.payload, field.end);
    const rewritten = rewriteKeys(part, inner, rewrite);
    if (rewritten === part) return;
    chunks.push(bytes.subarray(kept, field.start), encodeDelimited(field.number, rewritten));
    kept = field.end;
  });
  if (chunks.length === 0) return bytes;
  chunks.push(bytes.subarray(kept));
  return Buffer.concat(chunks);
}
