/** Lets many go on together, or one alone. */
export class Turnstile {
  private running = new Set<Promise<unknown>>();
  private alone: Promise<unknown> = Promise.resolve();

  async together<T>(work: () => Promise<T>): Promise<T> {
    for (let seen; seen !== this.alone;) {
      seen = this.alone;
      await seen;
    }
    return this.track(work());
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const before = this.alone;
    const turn = before.then(async () => {
      await Promise.allSettled(this.running);
      return work();
    });
    this.alone = turn.catch(() => {});
    return turn;
  }

  private async track<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  }
}
