import { invalidArgument } from '../errors.js';
import type { Partition } from '../keys/scope.js';
import { toBigInt } from '../values/numbers.js';
import type {
  AggregationMessage,
  AggregationQueryMessage,
  GqlQueryMessage,
  QueryMessage,
} from '../wire/messages.js';
import { Bindings } from './bindings.js';
import { ConditionParser } from './parse-condition.js';
import { Reader } from './reader.js';

const DESCENDING = 2;
const ASCENDING = 1;
const MAX_COUNT = 2 ** 31 - 1;
const AGGREGATORS = ['COUNT', 'COUNT_UP_TO', 'SUM', 'AVG'];

/** Turns a GQL query into the query that it says. */
export function parseGqlQuery(message: GqlQueryMessage, own: Partition): QueryMessage {
  const parser = new GqlParser(message, own);
  return parser.finish(parser.parseSelect());
}

/** Turns a GQL aggregation query into the query that it says. */
export function parseGqlAggregation(
  message: GqlQueryMessage,
  own: Partition,
): AggregationQueryMessage {
  const parser = new GqlParser(message, own);
  return parser.finish(parser.parseAggregation());
}

class GqlParser {
  private readonly reader: Reader;
  private readonly bindings: Bindings;
  private readonly own: Partition;

  constructor(message: GqlQueryMessage, own: Partition) {
    this.reader = new Reader(message.queryString ?? '');
    this.bindings = new Bindings(message);
    this.own = own;
  }

  /** Refuses what is left over. */
  finish<T>(parsed: T): T {
    this.reader.expectEnd();
    this.bindings.checkAllUsed();
    return parsed;
  }

  parseSelect(): QueryMessage {
    this.reader.expectWord('SELECT');
    if (this.isAggregationNext()) {
      throw invalidArgument('An aggregation query must be run as an aggregation query.');
    }
    return { ...this.parseProjection(), ...this.parseRest() };
  }

  /** `SELECT COUNT(*) FROM Kind` or `AGGREGATE COUNT(*) OVER (SELECT * FROM Kind)` */
  parseAggregation(): AggregationQueryMessage {
    if (this.reader.takeWord('AGGREGATE')) {
      const aggregations = this.parseAggregators();
      this.reader.expectWord('OVER');
      this.reader.expectSymbol('(');
      const nestedQuery = this.parseSelect();
      this.reader.expectSymbol(')');
      return { aggregations, nestedQuery };
    }
    this.reader.expectWord('SELECT');
    if (!this.isAggregationNext()) throw this.reader.unexpected('an aggregation');
    const aggregations = this.parseAggregators();
    return { aggregations, nestedQuery: this.parseRest() };
  }

  private isAggregationNext(): boolean {
    return AGGREGATORS.some((name) => this.reader.isWord(name)) && this.reader.isSymbol('(', 1);
  }

  private parseAggregators(): AggregationMessage[] {
    const aggregations = [this.parseAggregator()];
    while (this.reader.takeSymbol(',')) aggregations.push(this.parseAggregator());
    return aggregations;
  }

  private parseAggregator(): AggregationMessage {
    const { reader } = this;
    const operator = reader.expectName().toUpperCase();
    reader.expectSymbol('(');
    const aggregation = this.readOperand(operator);
    reader.expectSymbol(')');
    return reader.takeWord('AS') ? { ...aggregation, alias: reader.expectName() } : aggregation;
  }

  private readOperand(operator: string): AggregationMessage {
    switch (operator) {
      case 'COUNT':
        this.reader.expectSymbol('*');
        return { count: {} };
      case 'COUNT_UP_TO':
        return { count: { upTo: { value: this.parseCount() } } };
      case 'SUM':
        return { sum: { property: { name: this.reader.expectProperty() } } };
      case 'AVG':
        return { avg: { property: { name: this.reader.expectProperty() } } };
      default:
        throw invalidArgument(`Unknown aggregation: ${operator}.`);
    }
  }

  private parseProjection(): QueryMessage {
    const { reader } = this;
    let distinctOn: QueryMessage['distinctOn'];
    const isDistinct = reader.takeWord('DISTINCT');
    if (isDistinct && reader.takeWord('ON')) {
      reader.expectSymbol('(');
      distinctOn = this.parseNames();
      reader.expectSymbol(')');
    }
    if (reader.takeSymbol('*')) return distinctOn ? { distinctOn } : {};
    const names = this.parseNames();
    if (isDistinct) distinctOn ??= names;
    return {
      projection: names.map((property) => ({ property })),
      ...(distinctOn && { distinctOn }),
    };
  }

  private parseNames(): { name: string }[] {
    const names = [{ name: this.reader.expectProperty() }];
    while (this.reader.takeSymbol(',')) names.push({ name: this.reader.expectProperty() });
    return names;
  }

  private parseRest(): QueryMessage {
    const { reader } = this;
    const query: QueryMessage = {};
    if (reader.takeWord('FROM')) query.kind = [{ name: reader.expectName() }];
    if (reader.takeWord('WHERE')) {
      query.filter = new ConditionParser(reader, this.bindings, this.own).parse();
    }
    if (reader.takeWord('ORDER')) {
      reader.expectWord('BY');
      query.order = this.parseOrders();
    }
    if (reader.takeWord('LIMIT')) this.parseLimit(query);
    if (reader.takeWord('OFFSET')) this.parseOffset(query);
    return query;
  }

  private parseOrders(): NonNullable<QueryMessage['order']> {
    const orders = [];
    do {
      const property = { name: this.reader.expectProperty() };
      const isDescending = this.reader.takeWord('DESC');
      if (!isDescending) this.reader.takeWord('ASC');
      orders.push({ property, direction: isDescending ? DESCENDING : ASCENDING });
    } while (this.reader.takeSymbol(','));
    return orders;
  }

  /** `LIMIT 5`, `LIMIT @cursor` or `LIMIT FIRST(@cursor, 5)` */
  private parseLimit(query: QueryMessage): void {
    const { reader } = this;
    const isPair = reader.isWord('FIRST') && reader.isSymbol('(', 1);
    if (isPair) {
      reader.expectWord('FIRST');
      reader.expectSymbol('(');
    }
    for (const part of this.parsePositions(isPair ? ',' : undefined)) {
      if (typeof part === 'number') query.limit = { value: part };
      else query.endCursor = part;
    }
    if (isPair) reader.expectSymbol(')');
  }

  /** `OFFSET 5`, `OFFSET @cursor` or `OFFSET @cursor + 5` */
  private parseOffset(query: QueryMessage): void {
    for (const part of this.parsePositions('+')) {
      if (typeof part === 'number') query.offset = part;
      else query.startCursor = part;
    }
  }

  private parsePositions(separator: string | undefined): (number | Uint8Array)[] {
    const positions = [this.parsePosition()];
    if (separator !== undefined && this.reader.takeSymbol(separator)) {
      positions.push(this.parsePosition());
    }
    return positions;
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
    return this.parseCount();
  }

  private parseCount(): number {
    const { type, text } = this.reader.peek();
    let count: bigint;
    if (type === 'binding') {
      const { value } = this.bindings.find(text);
      if (!value || !Object.hasOwn(value, 'integerValue'))
        throw this.reader.unexpected('an integer');
      count = toBigInt(value.integerValue);
    } else {
      if (type !== 'integer') throw this.reader.unexpected('an integer');
      this.bindings.checkLiteral(text);
      count = BigInt(text.startsWith('+') ? text.slice(1) : text);
    }
    this.reader.next();
    if (count < -MAX_COUNT || count > MAX_COUNT)
      throw invalidArgument(`Count out of range: ${count}.`);
    return Number(count);
  }
}
