import type { Properties } from '../values/property-tree.js';

/** The properties of an entity that is to be stored. */
export interface EntityContent {
  readonly properties: Properties;
  /** Undefined: they are to be checked and brought into the form in which they are stored. */
  readonly plain?: PlainText | undefined;
}

/** Plain properties as they came over the wire. */
export interface PlainText {
  /** One character a byte. */
  text: string;
  /** How many values the indexes would hold of them. */
  indexEntries: number;
}

/** Plain properties, which are decoded only if somebody asks for them. */
export class PlainContent implements EntityContent {
  readonly plain: PlainText;
  private readonly decode: () => Properties;
  private decoded: Properties | undefined;

  constructor(plain: PlainText, decode: () => Properties) {
    this.plain = plain;
    this.decode = decode;
  }

  get properties(): Properties {
    return (this.decoded ??= this.decode());
  }
}
