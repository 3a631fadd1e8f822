import { invalidArgument } from '../errors.js';
import { toBigInt } from '../values/numbers.js';
import type { QueryMessage } from '../wire/messages.js';
import type { Bindings } from './bindings.js';
import type { Reader } from './reader.js';

const MAX_COUNT = 2 ** 31 - 1;

/** Reads where a query begins and ends: what follows LIMIT and OFFSET. */
export class PositionParser {
  private readonly reader: Reader;
  private readonly bindings: Bindings;

  constructor(reader: Reader, bindings: Bindings) {
    this.reader = reader;
    this.bindings = bindings;
  }

  parse(): Pick<QueryMessage, 'limit' | 'endCursor' | 'offset' | 'startCursor'> {
    return {
      ...(this.reader.takeWord('LIMIT') && this.parseLimit()),
      ...(this.reader.takeWord('OFFSET') && this.parseOffset()),
    };
  }

  /** `LIMIT 5`, `LIMIT @cursor` or `LIMIT FIRST(@cursor, 5)` */
  private parseLimit(): Pick<QueryMessage, 'limit' | 'endCursor'> {
    const { reader } = this;
    const isPair = reader.isWord('FIRST') && reader.isSymbol('(', 1);
    if (!isPair) return toLimit(this.parsePosition());
    reader.expectWord('FIRST');
    reader.expectSymbol('(');
    const first = this.parsePosition();
    reader.expectSymbol(',');
    const second = this.parsePosition();
    reader.expectSymbol(')');
    if (typeof first === typeof second) {
      throw invalidArgument(
        typeof first === 'number'
          ? `Expected limit cursor instead of ${String(second)}.`
          : 'Expected limit count instead of a cursor.',
      );
    }
    return { ...toLimit(first), ...toLimit(second) };
  }

  /** `OFFSET 5`, `OFFSET @cursor` or `OFFSET @cursor + 5` */
  private parseOffset(): Pick<QueryMessage, 'offset' | 'startCursor'> {
    const first = this.parsePosition();
    const hasMore = this.reader.takeSymbol('+');
    if (typeof first === 'number') {
      if (hasMore) throw invalidArgument('Encountered "+" after integer offset.');
      return { offset: first };
    }
    const startCursor = first;
    return hasMore
      ? { startCursor, offset: parseCount(this.reader, this.bindings) }
      : { startCursor };
  }

  private parsePosition(): number | Uint8Array {
    const { type, text } = this.reader.peek();
    if (type === 'binding') {
      const { cursor } = this.bindings.find(text);
      if (cursor !== undefined && cursor.length > 0) {
        this.reader.next();
        return cursor;
      }
    }
    return parseCount(this.reader, this.bindings);
  }
}

/** Reads a whole number or a binding of one. */
export function parseCount(reader: Reader, bindings: Bindings): number {
  const { type, text } = reader.peek();
  let count: bigint;
  if (type === 'binding') {
    const { value } = bindings.find(text);
    if (!value || !Object.hasOwn(value, 'integerValue')) throw reader.unexpected('an integer');
    count = toBigInt(value.integerValue);
  } else {
    if (type !== 'integer') throw reader.unexpected('an integer');
    bindings.checkLiteral(text);
    count = BigInt(text.startsWith('+') ? text.slice(1) : text);
  }
  reader.next();
  if (count < -MAX_COUNT || count > MAX_COUNT)
    throw invalidArgument(`Count out of range: ${count}.`);
  return Number(count);
}

function toLimit(position: number | Uint8Array): Pick<QueryMessage, 'limit' | 'endCursor'> {
  return typeof position === 'number' ? { limit: { value: position } } : { endCursor: position };
}
