/**
 * Kinds that are never copied: secrets, sessions of people, and what belongs to app-test or to Datastore itself.
 * A project adds to them; nothing takes one away.
 */
export const defaultExclusions: readonly string[] = [
  '*session*',
  '*secret*',
  '*token*',
  '*credential*',
  '*passw*',
  '*passphrase*',
  '*api?key*',
  '*apikey*',
  '*private?key*',
  '*privatekey*',
  '*signing?key*',
  '*signingkey*',
  '*encryption?key*',
  '*encryptionkey*',
  '*oauth*',
  '*otp*secret*',
  '*recovery?code*',
  '*recoverycode*',
  '*keystore*',
  '*vault*',
  'app-test-*',
  '__*__',
];

/** Says of a kind which exclusion keeps it from being copied; undefined if none does. */
export class Exclusions {
  readonly #patterns: readonly { text: string; expression: RegExp }[];

  constructor(added: readonly string[]) {
    this.#patterns = [...defaultExclusions, ...added].map((text) => ({
      text,
      expression: toExpression(text),
    }));
  }

  findFor(kind: string): string | undefined {
    return this.#patterns.find(({ expression }) => expression.test(kind))?.text;
  }
}

/** `*` stands for any characters, `?` for one; case does not matter. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'isu');
}
