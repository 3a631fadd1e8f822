/** A piece of a condition, and where it begins. */
export interface Token {
  kind: 'operator' | 'quoted' | 'word' | 'colon' | 'and';
  text: string;
  at: number;
}

// In this order: a colon ends the kind only before a space, so that a time keeps its own.
const patterns: [Token['kind'], RegExp][] = [
  ['quoted', /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/y],
  ['operator', /<=|>=|!=|==|=|<|>/y],
  ['and', /(?:and\b|&&|,)/iy],
  ['colon', /:(?=\s|$)/y],
  ['word', /(?:[^\s=<>!"'`,:]|:(?!\s|$))+/y],
];

/** Splits a condition into its tokens; the last one says where it can't be read. */
export function tokenize(text: string): { tokens: Token[]; failedAt: number | undefined } {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (at >= text.length) return { tokens, failedAt: undefined };
    const found = matchAt(text, at);
    if (found === undefined) return { tokens, failedAt: at };
    tokens.push(found);
    at += found.text.length;
  }
}

/** The text that a quoted token stands for. */
export function unquote(token: Token): string {
  return token.kind === 'quoted' ? token.text.slice(1, -1).replace(/\\(.)/gs, '$1') : token.text;
}

function matchAt(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) return { kind, text: match, at };
  }
  return undefined;
}
