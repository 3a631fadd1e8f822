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

interface Pattern {
  text: string;
  expression: RegExp;
}

/** Says of a kind which exclusion keeps it from being copied; undefined if none does. */
export class Exclusions {
  readonly #defaults: readonly Pattern[];
  readonly #added: readonly Pattern[];

  constructor(added: readonly string[]) {
    this.#defaults = defaultExclusions.map(toPattern);
    this.#added = added.map(toPattern);
  }

  findFor(kind: string): string | undefined {
    const holds = ({ expression }: Pattern): boolean => expression.test(kind);
    return (this.#defaults.find(holds) ?? this.#added.find(holds))?.text;
  }

  /** The added ones that hold for none of some kinds: likely typing errors. */
  listUnused(kinds: readonly string[]): string[] {
    return this.#added
      .filter(({ expression }) => !kinds.some((kind) => expression.test(kind)))
      .map(({ text }) => text);
  }
}

/** `*` stands for any characters, `?` for one; case does not matter. */
function toPattern(text: string): Pattern {
  const source = text
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return { text, expression: new RegExp(`^${source}$`, 'isu') };
}
