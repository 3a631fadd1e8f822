/**
 * Commit times: microseconds since 1970 that never repeat and never go back, so that a time names one state of the
 * database whatever the machine's clock does.
 */
export class Clock {
  private readonly read: () => number;
  private latest = 0;

  /** `read` tells the machine's time in microseconds since 1970. */
  constructor(read: () => number = readMicros) {
    this.read = read;
  }

  /** A time after every time that was given out. */
  next(): number {
    this.latest = Math.max(Math.floor(this.read()), this.latest + 1);
    return this.latest;
  }

  /** The latest time that was given out. */
  get last(): number {
    return this.latest;
  }

  /** Gives out only later times from now on. */
  continueAfter(time: number): void {
    this.latest = Math.max(this.latest, time);
  }
}

/** Not by `performance`, whose clock stands still while a machine sleeps, and does not hear that the time was set. */
function readMicros(): number {
  return Date.now() * 1000;
}
