import { AppTestError, quoteValue } from '../../protocol/index.js';
import { type FilterMessage, op } from '../rpc/messages.js';
import { parseLiteral } from './parse-literal.js';
import { type Token, tokenize, unquote } from './tokens.js';

const operators: Record<string, number> = {
  '=': op.equal,
  '==': op.equal,
  '<': op.lessThan,
  '<=': op.lessThanOrEqual,
  '>': op.greaterThan,
  '>=': op.greaterThanOrEqual,
};

/**
 * Reads conditions such as `Order: total > 100` into a filter for each kind. Several for one kind hold together.
 *
 * @throws {AppTestError} `OPTION_INVALID`, pointing at what is wrong.
 */
export function parseWhere(conditions: readonly string[]): Map<string, FilterMessage> {
  const byKind = new Map<string, FilterMessage[]>();
  for (const condition of conditions) {
    const { kind, filters } = parseCondition(condition);
    byKind.set(kind, [...(byKind.get(kind) ?? []), ...filters]);
  }
  return new Map([...byKind].map(([kind, filters]) => [kind, joinFilters(filters)]));
}

function joinFilters(filters: FilterMessage[]): FilterMessage {
  return filters.length === 1 ? filters[0]! : { compositeFilter: { op: op.and, filters } };
}

function parseCondition(text: string): { kind: string; filters: FilterMessage[] } {
  const { tokens, failedAt } = tokenize(text);
  if (failedAt !== undefined)
    throw pointAt(text, failedAt, 'this can not be read; is a quote missing?');
  let at = 0;
  const take = (wanted: string, kinds: Token['kind'][]): Token => {
    const token = tokens[at++];
    if (token !== undefined && kinds.includes(token.kind)) return token;
    throw pointAt(text, token?.at ?? text.length, `expected ${wanted}`);
  };
  const kind = unquote(take('a kind', ['word', 'quoted']));
  take('a colon and a space after the kind', ['colon']);
  const filters: FilterMessage[] = [];
  do {
    const property = take('a property', ['word', 'quoted']);
    filters.push(
      parseComparison(
        text,
        property,
        take('=, <, <=, > or >=', ['operator']),
        take('a value', ['word', 'quoted']),
      ),
    );
  } while (at < tokens.length && take("'and', or the end", ['and']));
  return { kind, filters };
}

function parseComparison(
  text: string,
  property: Token,
  operator: Token,
  literal: Token,
): FilterMessage {
  const name = unquote(property);
  if (/^__.*__$/.test(name)) throw pointAt(text, property.at, `${name} can not be compared here`);
  const op = operators[operator.text];
  if (op === undefined) throw pointAt(text, operator.at, 'expected =, <, <=, > or >=');
  const value = parseLiteral(literal);
  if (typeof value === 'string') throw pointAt(text, literal.at, value);
  return { propertyFilter: { property: { name }, op, value } };
}

function pointAt(text: string, at: number, what: string): AppTestError {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not reach a terminal
  const shown = text.replace(/[\u0000-\u001f\u007f]/g, ' ');
  return new AppTestError({
    code: 'OPTION_INVALID',
    message: `--where ${quoteValue(text)}: ${what}.\n  ${shown}\n  ${' '.repeat(at)}^\n`,
    next: `Write it like 'Order: total > 100', 'User: name = "Ann" and active = true' or 'Log: at >= 2026-11-01T00:00:00Z'.`,
    details: { where: text, at },
  });
}
