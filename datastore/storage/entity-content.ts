import type { Properties } from '../values/property-tree.js';

/** The properties of an entity that is to be stored. */
export interface EntityContent {
  readonly properties: Properties;
  /** As they came over the wire, one character a byte, if they lay there in one piece. */
  readonly text?: string | undefined;
  /** How many values the indexes would hold of them; undefined: they are to be decoded, checked and brought into their form. */
  readonly plainEntries?: number | undefined;
}

/** Properties that are decoded when somebody asks for them. */
export class EncodedContent implements EntityContent {
  readonly text: string;
  readonly plainEntries: number | undefined;
  private readonly decode: () => Properties;
  private decoded: Properties | undefined;

  constructor(text: string, plainEntries: number | undefined, decode: () => Properties) {
    this.text = text;
    this.plainEntries = plainEntries;
    this.decode = decode;
  }

  get properties(): Properties {
    return (this.decoded ??= this.decode());
  }
}
