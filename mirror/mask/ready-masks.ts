import type { MaskContext, MaskValue, PropertyMask } from './mask.js';

/** Removes the property. */
export function drop(): PropertyMask {
  return () => undefined;
}

/** Puts one and the same value in place of every one. */
export function fixed(value: MaskValue): PropertyMask {
  return () => value;
}

/** Puts a text in place of each text or number, the same for the same one: `prefix` and ten letters and digits. */
export function pseudonym(prefix = ''): PropertyMask {
  return (value, context) =>
    replaceText(value, context, (text) => `${prefix}${name(text, context)}`);
}

/** Puts an address that reaches nobody in place of each e-mail address, the same for the same one whatever its case. */
export function email(domain = 'example.com'): PropertyMask {
  return (value, context) =>
    replaceText(value, context, (text) => `${name(text.trim().toLowerCase(), context)}@${domain}`);
}

/** Puts other digits in place of a text's digits, the same for the same text: phone numbers keep their form. */
export function digits(): PropertyMask {
  return (value, context) =>
    replaceText(value, context, (text) => {
      const stream = streamDigits(text, context);
      return text.replace(/\d/g, () => stream.next().value);
    });
}

function replaceText(
  value: MaskValue,
  { kind, property }: MaskContext,
  replace: (text: string) => string,
): MaskValue {
  if (value === null) return null;
  if (typeof value === 'string') return replace(value);
  if (typeof value === 'number' || typeof value === 'bigint') return replace(String(value));
  throw new TypeError(
    `${kind}.${property} is no text but ${describe(value)}; use drop() or fixed(), or a function of your own`,
  );
}

function describe(value: MaskValue): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (value instanceof Date) return 'a timestamp';
  return 'opaque' in value ? `of type ${value.opaque}` : 'bytes';
}

function name(text: string, { digest }: MaskContext): string {
  const number = Buffer.from(digest(text)).readBigUInt64BE();
  return number.toString(36).padStart(10, '0').slice(-10);
}

function* streamDigits(text: string, { digest }: MaskContext): Generator<string, never> {
  for (let block = 0; ; block++) {
    // Bytes over 249 would make the low digits likelier than the others.
    for (const byte of digest(`${block}:${text}`)) if (byte < 250) yield String(byte % 10);
  }
}
