import { invalidArgument } from '../errors.js';

/** A piece of a GQL query. Words may be keywords; quoted names never are. */
export interface Token {
  type: 'word' | 'name' | 'string' | 'integer' | 'double' | 'binding' | 'symbol' | 'end';
  text: string;
  /** Where it starts in the query. */
  at: number;
}

const SPACE = /\s+/y;
const PATTERNS: [Token['type'], RegExp][] = [
  ['double', /[-+]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?/y],
  ['integer', /[-+]?\d+/y],
  ['word', /[\p{L}_$][\p{L}\p{N}_$]*/uy],
  ['name', /`(?:[^`\\]|\\.|``)+`/sy],
  ['string', /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/sy],
  ['binding', /@(?:\d+|[A-Za-z_$][A-Za-z_$0-9]*)/y],
  ['symbol', /<=|>=|!=|<|>|=|\(|\)|,|\.|\*|\+/y],
];

/** https://cloud.google.com/datastore/docs/reference/gql_reference, of strings */
const ESCAPES: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
  0: '\0',
};

/** Splits a GQL query. */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(query)?.[0].length ?? 0;
    if (at === query.length) {
      tokens.push({ type: 'end', text: '', at });
      return tokens;
    }
    const token = readToken(query, at);
    tokens.push(token.token);
    at += token.length;
  }
}

function readToken(query: string, at: number): { token: Token; length: number } {
  for (const [type, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(query)?.[0];
    if (found === undefined) continue;
    const text = type === 'name' || type === 'string' ? unquote(found) : found;
    return { token: { type, text, at }, length: found.length };
  }
  throw invalidArgument(
    `Lexical error at line 1, column ${at + 1}. Encountered: ${JSON.stringify(query[at])}`,
  );
}

/** The text between quotes: a quote in it is doubled or follows a backslash. */
function unquote(quoted: string): string {
  const quote = quoted[0]!;
  return quoted
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}
