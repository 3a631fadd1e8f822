import { invalidArgument } from '../errors.js';
import type { Partition } from '../keys/scope.js';
import type {
  AggregationMessage,
  AggregationQueryMessage,
  GqlQueryMessage,
  QueryMessage,
} from '../wire/messages.js';
import { Bindings } from './bindings.js';
import { ConditionParser } from './parse-condition.js';
import { parseCount, PositionParser } from './parse-position.js';
import { Reader } from './reader.js';

const DESCENDING = 2;
const ASCENDING = 1;
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
    // An order, a limit or an offset needs AGGREGATE ... OVER.
    return { aggregations, nestedQuery: this.parseSource() };
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
    if (!AGGREGATORS.some((name) => reader.isWord(name))) {
      throw reader.unexpected(AGGREGATORS.join(', '));
    }
    const operator = reader.next().text.toUpperCase();
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
        return { count: { upTo: { value: parseCount(this.reader, this.bindings) } } };
      case 'SUM':
        return { sum: { property: { name: this.reader.expectProperty() } } };
      default:
        return { avg: { property: { name: this.reader.expectProperty() } } };
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
    if (isDistinct && !distinctOn && reader.isSymbol('*')) {
      throw invalidArgument('Encountered "*" immediately after DISTINCT.');
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

  private parseSource(): QueryMessage {
    const { reader } = this;
    const query: QueryMessage = {};
    if (reader.takeWord('FROM')) query.kind = [{ name: reader.expectName() }];
    if (reader.takeWord('WHERE')) {
      query.filter = new ConditionParser(reader, this.bindings, this.own).parse();
    }
    return query;
  }

  private parseRest(): QueryMessage {
    const { reader } = this;
    const query = this.parseSource();
    if (reader.takeWord('ORDER')) {
      reader.expectWord('BY');
      query.order = this.parseOrders();
    }
    return { ...query, ...new PositionParser(reader, this.bindings).parse() };
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
}
