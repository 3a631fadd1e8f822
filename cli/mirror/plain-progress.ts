import type { MirrorObserver } from '../../mirror/run-mirror.js';
import type { KindPlan } from '../../mirror/plan/plan.js';

/** Tells how a copy goes, in lines. */
export class PlainProgress implements MirrorObserver {
  hasBegun = false;
  readonly #write: (text: string) => void;
  #total = 0;
  #done = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  planned(text: string): void {
    this.#write(`Nothing is written (--dry-run). It would copy\n${text}\n`);
  }

  began(kinds: readonly KindPlan[], arrived: ReadonlyMap<string, number>): void {
    this.hasBegun = true;
    this.#total = kinds.reduce((sum, { count }) => sum + count, 0);
    this.#done = [...arrived.values()].reduce((sum, count) => sum + count, 0);
  }

  advanced(_kind: string, entities: number): void {
    this.#done += entities;
  }

  ended(): void {
    this.#write(`Copied ${this.#done} of ${this.#total} entities.\n`);
  }
}
