import type { Partition } from '../keys/scope.js';
import type { FilterMessage, ValueMessage } from '../wire/messages.js';
import type { Bindings } from './bindings.js';
import { isValueNext, parseValue } from './parse-value.js';
import type { Reader } from './reader.js';

const AND = 1;
const OR = 2;
const OPERATORS = { '<': 1, '<=': 2, '>': 3, '>=': 4, '=': 5, '!=': 9 } as const;
const IN = 6;
const NOT_IN = 13;
const HAS_ANCESTOR = 11;
/** What an operator becomes when its sides are exchanged. */
const MIRRORED: Record<string, keyof typeof OPERATORS> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const MAX_DEPTH = 50;

/** Reads what follows WHERE; AND binds closer than OR. */
export class ConditionParser {
  private readonly reader: Reader;
  private readonly bindings: Bindings;
  private readonly own: Partition;
  private depth = 0;

  constructor(reader: Reader, bindings: Bindings, own: Partition) {
    this.reader = reader;
    this.bindings = bindings;
    this.own = own;
  }

  parse(): FilterMessage {
    return this.parseList('OR', OR, () => this.parseList('AND', AND, () => this.parseOne()));
  }

  private parseList(word: string, op: number, parsePart: () => FilterMessage): FilterMessage {
    const filters = [parsePart()];
    while (this.reader.takeWord(word)) filters.push(parsePart());
    return filters.length === 1 ? filters[0]! : { compositeFilter: { op, filters } };
  }

  private parseOne(): FilterMessage {
    const { reader } = this;
    if (reader.isSymbol('(')) {
      if (++this.depth > MAX_DEPTH) throw reader.unexpected('fewer parentheses');
      reader.expectSymbol('(');
      const filter = this.parse();
      reader.expectSymbol(')');
      this.depth--;
      return filter;
    }
    return isValueNext(reader) ? this.parseBackward() : this.parseForward();
  }

  private parseForward(): FilterMessage {
    const { reader } = this;
    const property = reader.expectProperty();
    if (reader.takeWord('IS')) {
      reader.expectWord('NULL');
      this.bindings.checkLiteral('NULL');
      return filterOf(property, OPERATORS['='], { nullValue: 0 });
    }
    if (reader.takeWord('HAS', 'ANCESTOR'))
      return filterOf(property, HAS_ANCESTOR, this.parseValue());
    if (reader.takeWord('CONTAINS')) return filterOf(property, OPERATORS['='], this.parseValue());
    if (reader.takeWord('NOT', 'IN')) return filterOf(property, NOT_IN, this.parseValue());
    if (reader.takeWord('IN')) return this.inList(property, this.parseValue());
    return filterOf(property, OPERATORS[this.expectOperator()], this.parseValue());
  }

  private parseBackward(): FilterMessage {
    const { reader } = this;
    const value = this.parseValue();
    if (reader.takeWord('HAS', 'DESCENDANT')) {
      return filterOf(reader.expectProperty(), HAS_ANCESTOR, value);
    }
    if (reader.takeWord('IN')) return filterOf(reader.expectProperty(), OPERATORS['='], value);
    const operator = this.expectOperator();
    return filterOf(reader.expectProperty(), OPERATORS[MIRRORED[operator] ?? operator], value);
  }

  /** What is no list after IN is compared as it is. */
  private inList(property: string, value: ValueMessage): FilterMessage {
    const isList = Object.hasOwn(value, 'arrayValue');
    return filterOf(property, isList ? IN : OPERATORS['='], value);
  }

  private parseValue(): ValueMessage {
    return parseValue(this.reader, this.bindings, this.own);
  }

  private expectOperator(): keyof typeof OPERATORS {
    const { type, text } = this.reader.peek();
    if (type !== 'symbol' || !Object.hasOwn(OPERATORS, text))
      throw this.reader.unexpected('a comparison');
    this.reader.next();
    return text as keyof typeof OPERATORS;
  }
}

function filterOf(name: string, op: number, value: ValueMessage): FilterMessage {
  return { propertyFilter: { property: { name }, op, value } };
}
