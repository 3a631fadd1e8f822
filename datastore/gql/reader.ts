import { invalidArgument } from '../errors.js';
import { tokenize, type Token } from './tokens.js';

/** What a name must not be unless it stands between backquotes. */
const KEYWORDS = new Set(
  (
    'AGGREGATE ALL AND ANCESTOR AS ASC AVG BETWEEN BY CONTAINS COUNT COUNT_UP_TO DESC DESCENDANT DISTINCT FALSE ' +
    'FROM GROUP HAS HAVING IN IS JOIN LIKE LIMIT NOT NULL OFFSET ON OR ORDER OVER SELECT SUM TRUE WHERE'
  ).split(' '),
);

/** Reads the tokens of a GQL query one after the other. */
export class Reader {
  private readonly tokens: Token[];
  /** The kind that the query is about: it may stand before its properties. */
  private readonly kind: string | undefined;
  private at = 0;

  constructor(query: string) {
    this.tokens = tokenize(query);
    const from = this.tokens.findIndex(
      ({ type, text }) => type === 'word' && text.toUpperCase() === 'FROM',
    );
    this.kind = from === -1 ? undefined : this.tokens[from + 1]?.text;
  }

  /** The next token, or one further on. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  /** Whether the next tokens are these keywords. */
  isWord(...words: string[]): boolean {
    return words.every((word, ahead) => {
      const token = this.peek(ahead);
      return token.type === 'word' && token.text.toUpperCase() === word;
    });
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.type === 'symbol' && token.text === symbol;
  }

  /** Takes these keywords if they are next. */
  takeWord(...words: string[]): boolean {
    const isNext = this.isWord(...words);
    if (isNext) this.at += words.length;
    return isNext;
  }

  takeSymbol(symbol: string): boolean {
    const isNext = this.isSymbol(symbol);
    if (isNext) this.at++;
    return isNext;
  }

  expectWord(...words: string[]): void {
    if (!this.takeWord(...words)) throw this.unexpected(words.join(' '));
  }

  expectSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw this.unexpected(`'${symbol}'`);
  }

  /** A name of a kind or, with dots, of a property. */
  expectName(): string {
    const { type, text } = this.peek();
    if (type === 'word' && KEYWORDS.has(text.toUpperCase())) {
      throw this.unexpected('a name; a keyword is one between backquotes');
    }
    if (type !== 'word' && type !== 'name') throw this.unexpected('a name');
    this.at++;
    return text;
  }

  expectProperty(): string {
    const names = [this.expectName()];
    while (this.takeSymbol('.')) names.push(this.expectName());
    return (names.length > 1 && names[0] === this.kind ? names.slice(1) : names).join('.');
  }

  expectEnd(): void {
    if (this.peek().type !== 'end') throw this.unexpected('the end of the query');
  }

  unexpected(wanted: string): Error {
    const { type, text, at } = this.peek();
    const found = type === 'end' ? 'the end' : `"${text}"`;
    return invalidArgument(
      `Encountered ${found} at line 1, column ${at + 1}. Was expecting: ${wanted}`,
    );
  }
}
