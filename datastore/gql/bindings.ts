import { invalidArgument } from '../errors.js';
import type { GqlQueryMessage, ValueMessage } from '../wire/messages.js';

/** GqlQuery.named_bindings */
const NAME = /^(?!__.*__$)[A-Za-z_$][A-Za-z_$0-9]*$/;

type Parameter = { value?: ValueMessage | null; cursor?: Uint8Array };

/** The parameters of a GQL query: what `@1` and `@name` stand for. */
export class Bindings {
  private readonly named: Record<string, Parameter>;
  private readonly positional: Parameter[];
  private readonly used = new Set<number>();
  private readonly allowLiterals: boolean;

  constructor(message: GqlQueryMessage) {
    this.named = message.namedBindings ?? {};
    this.positional = message.positionalBindings ?? [];
    this.allowLiterals = message.allowLiterals ?? false;
    for (const name of Object.keys(this.named)) {
      if (NAME.test(name)) continue;
      throw invalidArgument(
        `Illegal name of a named binding: "${name}". Letters, digits, _ and $, no digit first, and not __*__.`,
      );
    }
  }

  /** What a binding site such as `@1` stands for. */
  find(site: string): Parameter {
    const name = site.slice(1);
    if (!/^\d+$/.test(name)) {
      if (!Object.hasOwn(this.named, name)) throw invalidArgument(`Absent named binding: ${name}.`);
      return this.named[name]!;
    }
    const number = Number(name);
    const parameter = this.positional[number - 1];
    if (parameter === undefined) throw invalidArgument(`Absent positional binding: ${number}.`);
    this.used.add(number);
    return parameter;
  }

  /** Refuses a literal where only bindings are allowed. */
  checkLiteral(text: string): void {
    if (!this.allowLiterals) throw invalidArgument(`Disallowed literal: ${text}.`);
  }

  /** Refuses positional parameters that nothing refers to. */
  checkAllUsed(): void {
    for (let number = 1; number <= this.positional.length; number++) {
      if (!this.used.has(number)) throw invalidArgument(`Unused positional binding: ${number}.`);
    }
  }
}
