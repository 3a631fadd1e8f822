import { invalidArgument } from '../errors.js';
import type { Partition } from '../keys/scope.js';
import { toInt64 } from '../values/numbers.js';
import type { KeyMessage, PathElementMessage, ValueMessage } from '../wire/messages.js';
import type { Bindings } from './bindings.js';
import type { Reader } from './reader.js';

const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -(2n ** 63n);
const DATETIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|[+-]\d\d:\d\d)$/;
const BASE64_URL = /^[A-Za-z0-9_-]*$/;
const SYNTHETIC = ['KEY', 'ARRAY', 'BLOB', 'DATETIME'];

/** Whether a value, and not a property, comes next. */
export function isValueNext(reader: Reader): boolean {
  const { type } = reader.peek();
  if (['string', 'integer', 'double', 'binding'].includes(type)) return true;
  if (reader.isWord('NULL') || reader.isWord('TRUE') || reader.isWord('FALSE')) return true;
  return SYNTHETIC.some((word) => reader.isWord(word)) && reader.isSymbol('(', 1);
}

/** Reads a literal or a binding. */
export function parseValue(reader: Reader, bindings: Bindings, own: Partition): ValueMessage {
  const token = reader.next();
  if (token.type === 'binding') {
    const { value } = bindings.find(token.text);
    if (!value) {
      throw invalidArgument(`Binding site ${token.text} for value bound to non-value parameter.`);
    }
    return value;
  }
  const word = token.type === 'word' ? token.text.toUpperCase() : '';
  bindings.checkLiteral(token.text);
  if (SYNTHETIC.includes(word)) return parseSynthetic(word, reader, bindings, own);
  switch (token.type) {
    case 'string':
      return { stringValue: token.text };
    case 'integer':
      return { integerValue: parseInteger(token.text) };
    case 'double':
      return { doubleValue: Number(token.text) };
    default:
  }
  if (word === 'NULL') return { nullValue: 0 };
  if (word === 'TRUE' || word === 'FALSE') return { booleanValue: word === 'TRUE' };
  throw invalidArgument(
    `Encountered "${token.text}" at column ${token.at + 1}. Was expecting: a value`,
  );
}

function parseInteger(text: string): ReturnType<typeof toInt64> {
  const exact = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if (exact > LARGEST || exact < SMALLEST) throw invalidArgument(`Integer out of range: ${text}.`);
  return toInt64(exact);
}

function parseSynthetic(
  word: string,
  reader: Reader,
  bindings: Bindings,
  own: Partition,
): ValueMessage {
  reader.expectSymbol('(');
  const value = readSynthetic(word, reader, bindings, own);
  reader.expectSymbol(')');
  return value;
}

function readSynthetic(
  word: string,
  reader: Reader,
  bindings: Bindings,
  own: Partition,
): ValueMessage {
  if (word === 'KEY') return { keyValue: parseKey(reader, bindings, own) };
  if (word === 'ARRAY') return { arrayValue: { values: parseList(reader, bindings, own) } };
  const text = expectString(reader);
  bindings.checkLiteral(text);
  if (word === 'BLOB') {
    if (!BASE64_URL.test(text)) throw invalidArgument(`Invalid blob text: "${text}".`);
    return { blobValue: Buffer.from(text, 'base64url') };
  }
  return parseDateTime(text);
}

function parseList(reader: Reader, bindings: Bindings, own: Partition): ValueMessage[] {
  if (reader.isSymbol(')')) return [];
  const values = [parseValue(reader, bindings, own)];
  while (reader.takeSymbol(',')) values.push(parseValue(reader, bindings, own));
  return values;
}

function parseDateTime(text: string): ValueMessage {
  const match = DATETIME.exec(text);
  if (match === null) {
    throw invalidArgument(`Invalid datetime text (does not match pattern): "${text}"`);
  }
  const millis = Date.parse(text);
  if (Number.isNaN(millis) || !isOnTheClock(match[1]!)) {
    throw invalidArgument(`Invalid datetime text (parse failure): "${text}"`);
  }
  if (/[+-]00:00$/.test(text)) {
    throw invalidArgument(`Invalid datetime text (zero offset must be Z): "${text}"`);
  }
  return {
    timestampValue: {
      seconds: toInt64(Math.floor(millis / 1000)),
      nanos: Number((match[2] ?? '').padEnd(9, '0')),
    },
  };
}

/** Whether there is such a day and time: `Date` takes 30 February for 1 or 2 March. */
function isOnTheClock(dateTime: string): boolean {
  const date = new Date(`${dateTime}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(dateTime);
}

/** `KEY([PROJECT('p'), ][NAMESPACE('n'), ]Kind, id or name, ...)` */
function parseKey(reader: Reader, bindings: Bindings, own: Partition): KeyMessage {
  const partitionId = { ...own };
  for (const [word, field] of [
    ['PROJECT', 'projectId'],
    ['DATASET', 'projectId'],
    ['DATABASE', 'databaseId'],
    ['NAMESPACE', 'namespaceId'],
  ] as const) {
    if (!reader.isWord(word) || !reader.isSymbol('(', 1)) continue;
    reader.expectWord(word);
    reader.expectSymbol('(');
    partitionId[field] = expectString(reader);
    reader.expectSymbol(')');
    reader.expectSymbol(',');
  }
  const path = [parseElement(reader, bindings)];
  while (reader.takeSymbol(',')) path.push(parseElement(reader, bindings));
  return { partitionId, path };
}

function parseElement(reader: Reader, bindings: Bindings): PathElementMessage {
  const kind = reader.expectName();
  reader.expectSymbol(',');
  const token = reader.next();
  if (token.type === 'binding') {
    const { value } = bindings.find(token.text);
    if (value?.stringValue !== undefined && Object.hasOwn(value, 'stringValue')) {
      return { kind, name: value.stringValue };
    }
    if (value && Object.hasOwn(value, 'integerValue')) return { kind, id: value.integerValue! };
    throw invalidArgument(`Expected an id or a name for ${token.text}.`);
  }
  bindings.checkLiteral(token.text);
  if (token.type === 'string') return { kind, name: token.text };
  if (token.type === 'integer') return { kind, id: parseInteger(token.text) };
  throw invalidArgument(`Expected an id or a name instead of ${token.text}.`);
}

function expectString(reader: Reader): string {
  if (reader.peek().type !== 'string') throw reader.unexpected('a string');
  return reader.next().text;
}
