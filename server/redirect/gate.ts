import type { RedirectState } from './types.js';

/** Holds RPCs back until activation has succeeded, and refuses them when it has failed. */
export class Gate {
  #state: RedirectState = 'watching';
  #refusal: Error | undefined;
  #waiting: { admit: () => void; refuse: (error: Error) => void }[] = [];
  #onWaiting: () => void;

  /** @param onWaiting is told whenever an RPC begins to wait. */
  constructor(onWaiting: () => void) {
    this.#onWaiting = onWaiting;
  }

  get state(): RedirectState {
    return this.#state;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Moves to a state in which RPCs wait. */
  hold(state: 'waiting' | 'open'): void {
    this.#state = state;
    this.#refusal = undefined;
  }

  admit(): void {
    this.#state = 'admitted';
    for (const { admit } of this.#waiting.splice(0)) admit();
  }

  refuse(state: 'failed' | 'closed', error: Error): void {
    this.#state = state;
    this.#refusal = error;
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
  }

  /** The error with which RPCs are refused now, if they are. */
  get refusal(): Error | undefined {
    return this.#refusal;
  }

  /** Resolves when RPCs may go, rejects when they may not. A promise alone does not keep the process alive. */
  async pass(): Promise<void> {
    if (this.#state === 'admitted') return;
    if (this.#refusal !== undefined) throw this.#refusal;
    const admitted = new Promise<void>((admit, refuse) => this.#waiting.push({ admit, refuse }));
    this.#onWaiting();
    await admitted;
  }
}
