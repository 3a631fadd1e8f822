/**
 * Commit times: microseconds since 1970 that never repeat and never go back, so that a time names one state of the
 * database whatever the machine's clock does.
 */
export class Clock {
  private last = 0;

  /** A time after every time that was given out. */
  next(): number {
    const now = Math.floor((performance.timeOrigin + performance.now()) * 1000);
    this.last = Math.max(now, this.last + 1);
    return this.last;
  }
}
