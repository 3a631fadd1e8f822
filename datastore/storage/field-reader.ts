const WIRE_TYPE = 7;
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;

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

  /** A tag or a length. */
  number(): number {
    let value = 0;
    let scale = 1;
    while (true) {
      const byte = this.text.charCodeAt(this.at++);
      value += (byte & 0x7f) * scale;
      if (!(byte >= 0x80)) return value;
      scale *= 0x80;
    }
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

  /** Passes over a number of so many bytes at most; false: it is longer. */
  skipInteger(longest: number): boolean {
    for (let length = 1; length <= longest; length++) {
      if (this.text.charCodeAt(this.at++) < 0x80) return true;
    }
    return false;
  }

  /** Passes over what a tag leads, unless it is of a type that is not used any more. */
  skip(tag: number): void {
    const type = tag & WIRE_TYPE;
    if (type === VARINT) this.number();
    else if (type === LENGTH_DELIMITED) this.at = this.number() + this.at;
    else this.at += type === FIXED_64 ? 8 : 4;
  }
}
