const WIRE_TYPE = 7;
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;
/** In bytes. */
const LONGEST_32_BIT = 5;
export const LONGEST_64_BIT = 10;

/**
 * Reads the fields of a message from its text of one character a byte, one after the other
 * (https://protobuf.dev/programming-guides/encoding/).
 */
export class FieldReader {
  readonly text: string;
  at: number;
  readonly end: number;

  constructor(text: string, at = 0, end = text.length) {
    this.text = text;
    this.at = at;
    this.end = end;
  }

  /** Also after nonsense, which leads nowhere. */
  get isAtEnd(): boolean {
    return !(this.at < this.end);
  }

  /** A tag, a length or another number of so many bytes at most; NaN, which leads nowhere: it is longer. */
  number(longest = LONGEST_32_BIT): number {
    let value = 0;
    let scale = 1;
    for (let length = 1; length <= longest; length++) {
      const byte = this.text.charCodeAt(this.at++);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    return NaN;
  }

  /** Passes over so many bytes; false: one of them is no ASCII, or there are fewer. */
  skipAscii(length: number): boolean {
    const { text, at } = this;
    const end = at + length;
    if (!(end <= this.end)) return false;
    for (let next = at; next < end; next++) if (text.charCodeAt(next) >= 0x80) return false;
    this.at = end;
    return true;
  }

  /** Passes over what a tag leads. */
  skip(tag: number): void {
    const type = tag & WIRE_TYPE;
    if (type === VARINT) this.number(LONGEST_64_BIT);
    else if (type === LENGTH_DELIMITED) this.at = this.number() + this.at;
    else this.at += type === FIXED_64 ? 8 : 4;
  }
}
