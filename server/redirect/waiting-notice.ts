import { writeSync } from 'node:fs';

const noticeAfterMs = 10_000;

/** Says so when RPCs wait for an activation that does not come: waiting must never look like a hang. */
export class WaitingNotice {
  #count: () => number;
  #timer: NodeJS.Timeout | undefined;
  #wasGiven = false;
  #onExit = (): void => this.#sayAtExit();

  constructor(count: () => number) {
    this.#count = count;
  }

  /** To be called whenever an RPC begins to wait. */
  start(): void {
    if (this.#timer !== undefined || this.#wasGiven) return;
    // Unreferenced: neither the gate nor its notice keeps the process alive.
    this.#timer = setTimeout(() => this.#say(), noticeAfterMs).unref();
    process.on('exit', this.#onExit);
  }

  /** To be called when nothing waits any longer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wasGiven = false;
    process.off('exit', this.#onExit);
  }

  #say(): void {
    if (this.#count() === 0) return;
    this.#wasGiven = true;
    process.emitWarning(`${this.#describe()} for ${noticeAfterMs / 1000} s. ${advice}`, {
      code: 'APP_TEST_WAITING',
    });
  }

  #sayAtExit(): void {
    if (this.#count() > 0) writeSync(2, `${this.#describe()} when the process ended. ${advice}\n`);
  }

  #describe(): string {
    const count = this.#count();
    return `[app-test] ${count} Datastore ${count === 1 ? 'call has' : 'calls have'} been waiting for activation`;
  }
}

const advice =
  'A module that awaits a Datastore call while it is imported keeps the main file from reaching ' +
  'setup() or activate(): start with `node --import app-test/register`, or make the call later.';
