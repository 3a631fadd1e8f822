import { type Token, unquote } from './tokens.js';

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

// A date, or a date and a time with its zone: https://www.rfc-editor.org/rfc/rfc3339#section-5.6
const timestampPattern =
  /^(?<date>\d{4}-\d\d-\d\d)(?:T(?<time>\d\d:\d\d(?::\d\d)?)(?:\.(?<fraction>\d{1,9}))?(?<zone>Z|[+-]\d\d:\d\d))?$/i;

/** The value that a token stands for, as Datastore's protocol writes it; a text says why it stands for none. */
export function parseLiteral(token: Token): object | string {
  if (token.kind === 'quoted') return { stringValue: unquote(token) };
  const { text } = token;
  if (/^null$/i.test(text)) return { nullValue: 0 };
  if (/^(true|false)$/i.test(text)) return { booleanValue: text.toLowerCase() === 'true' };
  if (/^[+-]?\d+$/.test(text)) return parseInteger(text);
  if (/^[+-]?(\d+\.\d*|\.\d+|\d+(?=e))(e[+-]?\d+)?$/i.test(text)) {
    const doubleValue = Number(text);
    return Number.isFinite(doubleValue) ? { doubleValue } : `${text} is too large for a number`;
  }
  if (/^\d{4}-\d\d/.test(text)) return parseTimestamp(text);
  return `${text} is no value: quote a string ("${text}")`;
}

function parseInteger(text: string): object | string {
  const value = BigInt(text.replace(/^\+/, ''));
  if (value < smallest || value > largest) return `${text} does not fit into 64 bits`;
  // As text, because a number would lose digits beyond 2^53.
  return { integerValue: value.toString() };
}

function parseTimestamp(text: string): object | string {
  const {
    date,
    time = '00:00',
    fraction = '',
    zone = 'Z',
  } = timestampPattern.exec(text)?.groups ?? {};
  const millis = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  // Date takes 31 February for the third of March.
  const isDay = date !== undefined && new Date(`${date}T00:00Z`).toJSON()?.startsWith(date);
  if (Number.isNaN(millis) || !isDay) {
    return `${text} is no time: write 2026-11-21 or 2026-11-21T08:30:00Z`;
  }
  const seconds = String(Math.floor(millis / 1000));
  return { timestampValue: { seconds, nanos: Number(fraction.padEnd(9, '0')) } };
}
