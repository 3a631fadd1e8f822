import { AppTestError, quoteValue } from '../../protocol/index.js';

/** A list, or a refusal that names the option. */
export function list(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw createInvalid(name, value, 'a list of texts');
}

/** A host name, in lower case. */
export function checkHost(host: unknown): string {
  if (typeof host === 'string' && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) {
    return host.toLowerCase();
  }
  throw createInvalid(
    'allowedHosts (APP_TEST_ALLOWED_HOSTS)',
    host,
    'host names without scheme and port',
  );
}

/** An origin, as browsers send it. */
export function checkOrigin(origin: unknown): string {
  if (typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin) {
    return origin;
  }
  throw createInvalid('allowedOrigins', origin, 'origins such as http://localhost:5173');
}

/** Seconds up to a day; a text comes from the environment. */
export function seconds(value: unknown): number {
  const parsed = typeof value === 'string' ? Number(value) : value;
  if (typeof parsed === 'number' && parsed > 0 && parsed <= 86_400) return parsed;
  throw createInvalid(
    'leaseSeconds (APP_TEST_LEASE_SECONDS)',
    value,
    'a number of seconds above 0 and at most 86400',
  );
}

/** Milliseconds up to a day. */
export function positive(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= 86_400_000) return value;
  throw createInvalid(name, value, 'a number above 0 and at most 86400000');
}

/** One of a few words. */
export function oneOf<T extends string>(name: string, value: unknown, accepted: readonly T[]): T {
  const found = accepted.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw createInvalid(name, value, accepted.map((word) => `'${word}'`).join(' or '));
}

/** A value of a type, or `undefined`. */
export function optional<T>(name: string, value: T, type: 'function' | 'object' | 'string'): T {
  if (value === undefined || (typeof value === type && value !== null)) return value;
  throw createInvalid(name, value, `${type === 'object' ? 'an' : 'a'} ${type}`);
}

/** The refusal of a value, with what the option takes. */
export function createInvalid(name: string, value: unknown, accepted: string): AppTestError {
  return new AppTestError({
    code: 'OPTION_INVALID',
    message: `${name} is ${quoteValue(value)}; it takes ${accepted}.`,
    details: { option: name, value },
  });
}

/** The items of a comma-separated text. */
export function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
