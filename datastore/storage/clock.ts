/**
 * Commit times: microseconds since 1970 that never repeat and never go back, so that a time names one state of the
 * database whatever the machine's clock does.
 */
export class Clock {
  private readonly read: () => number;
  private last = 0;

  /** `read` tells the machine's time in microseconds since 1970. */
  constructor(read: () => number = readMicros) {
    this.read = read;
  }

  /** A time after every time that was given out. */
  next(): number {
    this.last = Math.max(Math.floor(this.read()), this.last + 1);
    return this.last;
  }
}

function readMicros(): number {
  return (performance.timeOrigin + performance.now()) * 1000;
}
