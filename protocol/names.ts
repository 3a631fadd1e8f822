import { AppTestError } from './errors.js';

/** The target database where none is named (spec 8). */
export const defaultDatabase = 'app-tests';

interface NameRule {
  noun: string;
  pattern: RegExp;
  rule: string;
}

// https://cloud.google.com/datastore/docs/concepts/multitenancy and, for databases,
// https://cloud.google.com/firestore/docs/manage-databases#database_id
const rules = {
  database: {
    noun: 'database name',
    pattern: /^[a-z](?:[a-z0-9-]{2,61}[a-z0-9])$/,
    rule: '4 to 63 lowercase letters, digits and hyphens, beginning with a letter and not ending in a hyphen',
  },
  namespace: {
    noun: 'namespace',
    pattern: /^(?!__.*__$)[A-Za-z0-9_-]{1,100}$/,
    rule: '1 to 100 letters, digits, hyphens and underscores, no dot, and not of the form __name__',
  },
  projectId: {
    noun: 'project id',
    pattern: /^(?:[a-z0-9][a-z0-9.-]*:)?[a-z0-9][a-z0-9-]{0,62}$/,
    rule: 'lowercase letters, digits and hyphens, at most 63',
  },
  session: {
    noun: 'session name',
    pattern: /^[a-z0-9][a-z0-9-]{0,30}$/,
    rule: '1 to 31 lowercase letters, digits and hyphens, not beginning with a hyphen',
  },
  lease: {
    noun: 'lease id',
    pattern: /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/,
    rule: '1 to 100 letters, digits, dots, hyphens and underscores, beginning with a letter or digit',
  },
  module: {
    noun: 'test module name',
    pattern: /^[a-z][a-z0-9_-]*$/,
    rule: 'lowercase letters, digits, hyphens and underscores, beginning with a letter',
  },
} satisfies Record<string, NameRule>;

/** What kind of name {@link checkName} checks. */
export type NameKind = keyof typeof rules;

/** Says whether a value is a well-formed name of its kind. */
export function isName(kind: NameKind, value: unknown): value is string {
  return typeof value === 'string' && rules[kind].pattern.test(value);
}

/**
 * Returns a name as it is, or refuses it.
 *
 * @throws {AppTestError} `NAME_INVALID`, quoting the value and the rule.
 */
export function checkName(kind: NameKind, value: unknown, source?: string): string {
  if (isName(kind, value)) return value;
  const { noun, rule } = rules[kind];
  const from = source === undefined ? '' : ` (from ${source})`;
  throw new AppTestError({
    code: 'NAME_INVALID',
    message: `${quoteValue(value)} is not a valid ${noun}${from}.`,
    next: `A ${noun} has ${rule}.`,
    status: 400,
    details: { kind, value },
  });
}

/** Quotes a value in an error text, bounded in length and without control characters. */
export function quoteValue(value: unknown): string {
  if (typeof value !== 'string') return (JSON.stringify(value) ?? typeof value).slice(0, 80);
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return `'${hideControls(shown)}'`;
}

/** Puts `?` in place of control characters, which could write anything onto a terminal. */
export function hideControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what must not reach a terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
